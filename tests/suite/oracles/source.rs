//! Reads a source file for what the architecture has rules about: paths into the crate, printing, `unsafe`.

use syn::visit::{self, Visit};

/// Something found in a source file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Finding {
    /// A path into this crate, from its root, the item's own name included.
    Uses(Vec<String>),
    /// A way to write to standard output or standard error.
    Prints(String),
    /// A place where `unsafe` stands.
    Unsafe(&'static str),
}

/// Everything of interest in the text of the given module.
pub(crate) fn findings(module: &[String], text: &str) -> syn::Result<Vec<Finding>> {
    let file = syn::parse_file(text)?;
    let mut reader = Reader {
        module: module.to_vec(),
        found: Vec::new(),
    };
    reader.visit_file(&file);
    Ok(reader.found)
}

struct Reader {
    /// The module being read, inline ones included.
    module: Vec<String>,
    found: Vec<Finding>,
}

const PRINTING: [&str; 5] = ["println", "print", "eprintln", "eprint", "dbg"];
const STREAMS: [&str; 2] = ["stdout", "stderr"];

impl Reader {
    /// Notes a path as written, if it leads into this crate or to a standard stream.
    fn path(&mut self, segments: &[String]) {
        if let [.., io, stream] = segments
            && io == "io"
            && STREAMS.contains(&stream.as_str())
        {
            self.found.push(Finding::Prints(format!("io::{stream}")));
        }
        let Some(first) = segments.first() else {
            return;
        };
        let mut target = match first.as_str() {
            "crate" | "brightsword" => Vec::new(),
            "self" | "super" => self.module.clone(),
            _ => return,
        };
        for segment in segments
            .iter()
            .skip(usize::from(first == "crate" || first == "brightsword"))
        {
            match segment.as_str() {
                "self" => {}
                "super" => {
                    target.pop();
                }
                name => target.push(name.to_owned()),
            }
        }
        if !target.is_empty() {
            self.found.push(Finding::Uses(target));
        }
    }

    fn use_tree(&mut self, tree: &syn::UseTree, prefix: &mut Vec<String>) {
        match tree {
            syn::UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                self.use_tree(&path.tree, prefix);
                prefix.pop();
            }
            syn::UseTree::Name(name) => self.leaf(&name.ident, prefix),
            syn::UseTree::Rename(rename) => self.leaf(&rename.ident, prefix),
            syn::UseTree::Glob(_) => self.path(prefix),
            syn::UseTree::Group(group) => {
                for tree in &group.items {
                    self.use_tree(tree, prefix);
                }
            }
        }
    }

    fn leaf(&mut self, ident: &syn::Ident, prefix: &mut Vec<String>) {
        prefix.push(ident.to_string());
        self.path(prefix);
        prefix.pop();
    }

    /// What stands in a macro call is not parsed: its words are looked through.
    fn tokens(&mut self, text: &str) {
        for words in words(text) {
            if words.text == "unsafe" {
                self.found.push(Finding::Unsafe("unsafe in a macro"));
            }
            if words.called && PRINTING.contains(&words.last()) {
                self.found
                    .push(Finding::Prints(format!("{}!", words.last())));
            }
            let segments: Vec<String> = words.text.split("::").map(str::to_owned).collect();
            self.path(&segments);
        }
    }
}

/// A path in a text of tokens.
struct Words {
    /// With `::` between its words, without blanks.
    text: String,
    /// Whether `!` follows.
    called: bool,
}

impl Words {
    fn last(&self) -> &str {
        self.text.rsplit("::").next().unwrap_or_default()
    }
}

/// The paths in a text of tokens; string literals are left out.
fn words(text: &str) -> Vec<Words> {
    let text = without_strings(text).replace(" :: ", "::");
    let text = text.replace(":: ", "::").replace(" ::", "::");
    let mut all = Vec::new();
    let part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let mut rest = text.as_str();
    while let Some(start) = rest.find(part) {
        let tail = &rest[start..];
        let end = tail.find(|c| !part(c)).unwrap_or(tail.len());
        all.push(Words {
            text: tail[..end].trim_matches(':').to_owned(),
            called: tail[end..].trim_start().starts_with('!'),
        });
        rest = &tail[end..];
    }
    all
}

fn without_strings(text: &str) -> String {
    let mut all = String::new();
    let mut quoted = false;
    let mut escaped = false;
    for c in text.chars() {
        if quoted {
            quoted = escaped || c != '"';
            escaped = !escaped && c == '\\';
        } else if c == '"' {
            quoted = true;
            all.push(' ');
        } else {
            all.push(c);
        }
    }
    all
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.use_tree(&item.tree, &mut Vec::new());
        visit::visit_item_use(self, item);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<String> = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        self.path(&segments);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let name = call.path.segments.last().map(|last| last.ident.to_string());
        if let Some(name) = name.filter(|name| PRINTING.contains(&name.as_str())) {
            self.found.push(Finding::Prints(format!("{name}!")));
        }
        self.tokens(&call.tokens.to_string());
        visit::visit_macro(self, call);
    }

    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        let path = attribute.path();
        if path.is_ident("unsafe") {
            self.found.push(Finding::Unsafe("unsafe attribute"));
        } else if let syn::Meta::List(list) = &attribute.meta
            && (path.is_ident("allow") || path.is_ident("expect") || path.is_ident("warn"))
            && list.tokens.to_string().contains("unsafe_code")
        {
            self.found.push(Finding::Unsafe("unsafe_code attribute"));
        }
        if let syn::Meta::List(list) = &attribute.meta {
            self.tokens(&list.tokens.to_string());
        }
        visit::visit_attribute(self, attribute);
    }

    /// `pub(super)` names a module without using anything of it.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_expr_unsafe(&mut self, block: &'ast syn::ExprUnsafe) {
        self.found.push(Finding::Unsafe("unsafe block"));
        visit::visit_expr_unsafe(self, block);
    }

    fn visit_signature(&mut self, signature: &'ast syn::Signature) {
        if matches!(signature.safety, syn::Safety::Unsafe(_)) {
            self.found.push(Finding::Unsafe("unsafe fn"));
        }
        visit::visit_signature(self, signature);
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if item.unsafety.is_some() {
            self.found.push(Finding::Unsafe("unsafe impl"));
        }
        visit::visit_item_impl(self, item);
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        if item.unsafety.is_some() {
            self.found.push(Finding::Unsafe("unsafe trait"));
        }
        visit::visit_item_trait(self, item);
    }

    fn visit_item_foreign_mod(&mut self, item: &'ast syn::ItemForeignMod) {
        self.found.push(Finding::Unsafe("extern block"));
        visit::visit_item_foreign_mod(self, item);
    }
}

/// All names and literals of a text, in small letters: what the code says, without comments, documentation and the tests
/// inside the file.
pub(crate) fn vocabulary(text: &str) -> syn::Result<Vec<String>> {
    let file = syn::parse_file(text)?;
    let mut listener = Listener(Vec::new());
    listener.visit_file(&file);
    Ok(listener.0)
}

struct Listener(Vec<String>);

impl Listener {
    fn note(&mut self, text: &str) {
        self.0.push(text.to_lowercase());
    }
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        _ => false,
    })
}

impl<'ast> Visit<'ast> for Listener {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        if let syn::Meta::List(list) = &attribute.meta {
            self.note(&list.tokens.to_string());
        }
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.note(&call.tokens.to_string());
        visit::visit_macro(self, call);
    }

    fn visit_ident(&mut self, ident: &'ast syn::Ident) {
        self.note(&ident.to_string());
    }

    fn visit_lit_str(&mut self, literal: &'ast syn::LitStr) {
        self.note(&literal.value());
    }

    fn visit_lit_byte_str(&mut self, literal: &'ast syn::LitByteStr) {
        self.note(&String::from_utf8_lossy(&literal.value()));
    }
}
