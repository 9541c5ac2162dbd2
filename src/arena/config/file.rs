//! A configuration as a TOML file: everything wrong with it is told at once, each with its line.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::draft::{Draft, EngineDraft};
use super::scalar::Scalar;

/// Reads a text; `name` is what the file is called in complaints. All mistakes are told.
pub fn read(name: &str, text: &str) -> (Draft, Vec<String>) {
    let (table, errors) = DeTable::parse_recoverable(text);
    let mut reader = Reader {
        name,
        text,
        faults: Vec::new(),
    };
    for error in errors {
        let line = reader.line(error.span().map_or(0, |span| span.start));
        reader
            .faults
            .push((line, error.message().trim().to_owned()));
    }
    let mut draft = Draft::default();
    reader.root(table.get_ref(), &mut draft);
    reader.faults.sort();
    let told = reader
        .faults
        .iter()
        .map(|(line, what)| format!("{name}:{line}: {what}"))
        .collect();
    (draft, told)
}

struct Reader<'a> {
    name: &'a str,
    text: &'a str,
    faults: Vec<(usize, String)>,
}

/// The known word that is meant by an unknown one, most likely.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .min_by_key(|candidate| strsim::damerau_levenshtein(word, candidate))
}

impl Reader<'_> {
    fn line(&self, at: usize) -> usize {
        self.text
            .bytes()
            .take(at)
            .filter(|&byte| byte == b'\n')
            .count()
            + 1
    }

    fn fault(&mut self, at: usize, what: String) {
        let line = self.line(at);
        self.faults.push((line, what));
    }

    fn unknown(&mut self, at: usize, what: &str, word: &str, known: &[&str]) {
        let near = nearest(word, known.iter().copied()).unwrap_or_default();
        self.fault(
            at,
            format!("unknown {what} `{word}`: the nearest known one is `{near}`"),
        );
    }

    fn root(&mut self, root: &DeTable<'_>, draft: &mut Draft) {
        let sections = Draft::SECTIONS.map(|section| section.0);
        for (key, value) in root {
            let (at, word) = (key.span().start, key.get_ref().as_ref());
            match (word, value.get_ref()) {
                ("each", DeValue::Table(table)) => self.engine(table, &mut draft.each),
                ("engine", DeValue::Array(all)) => {
                    for entry in all {
                        let mut engine = EngineDraft {
                            place: format!("{}:{}", self.name, self.line(entry.span().start)),
                            ..EngineDraft::default()
                        };
                        match entry.get_ref() {
                            DeValue::Table(table) => self.engine(table, &mut engine),
                            _ => self.fault(
                                entry.span().start,
                                "expected [[engine]] with keys below it".to_owned(),
                            ),
                        }
                        draft.engines.push(engine);
                    }
                }
                ("engine", _) => self.fault(
                    at,
                    "expected [[engine]], with two brackets, for each engine".to_owned(),
                ),
                (section, DeValue::Table(table)) if sections.contains(&section) => {
                    self.section(section, table, draft);
                }
                (section, _) if sections.contains(&section) || section == "each" => {
                    self.fault(at, format!("expected a section [{section}], found a value"));
                }
                (word, _) => {
                    let known: Vec<&str> = sections.into_iter().chain(["each", "engine"]).collect();
                    self.unknown(at, "section", word, &known);
                }
            }
        }
    }

    fn section(&mut self, section: &str, table: &DeTable<'_>, draft: &mut Draft) {
        for (key, value) in table {
            let (at, word) = (key.span().start, key.get_ref().as_ref());
            let Some(scalar) = scalar(value.get_ref()) else {
                self.fault(
                    at,
                    format!(
                        "{section}.{word}: expected a single value, found {}",
                        value.get_ref().type_str()
                    ),
                );
                continue;
            };
            match draft.set(section, word, &scalar) {
                Some(Ok(())) => {}
                Some(Err(why)) => self.fault(at, format!("{section}.{word}: {why}")),
                None => {
                    let known = Draft::SECTIONS
                        .iter()
                        .find(|entry| entry.0 == section)
                        .map_or(&[][..], |entry| entry.1);
                    self.unknown(at, &format!("key in [{section}]"), word, known);
                }
            }
        }
    }

    fn engine(&mut self, table: &DeTable<'_>, engine: &mut EngineDraft) {
        for (key, value) in table {
            let (at, word) = (key.span().start, key.get_ref().as_ref());
            let result = match word {
                "cmd" => {
                    let words = self.command(value);
                    engine.cmd = Some(words.clone().unwrap_or_default());
                    words.map(|_| ())
                }
                "env" => pairs(value.get_ref()).map(|pairs| engine.env = pairs),
                "options" => pairs(value.get_ref()).map(|pairs| engine.options = pairs),
                "init" => texts(value.get_ref()).map(|lines| engine.init = lines),
                _ => match scalar(value.get_ref()).map(|scalar| engine.set(word, &scalar)) {
                    Some(Some(result)) => result,
                    None if EngineDraft::KEYS.contains(&word) => {
                        Err("expected a single value".to_owned())
                    }
                    _ => {
                        let known: Vec<&str> = EngineDraft::KEYS
                            .into_iter()
                            .chain(EngineDraft::LISTS)
                            .collect();
                        self.unknown(at, "key of an engine", word, &known);
                        Ok(())
                    }
                },
            };
            if let Err(why) = result {
                self.fault(at, format!("engine.{word}: {why}"));
            }
        }
    }

    #[expect(clippy::unused_self, reason = "one of several readers of values")]
    fn command(&self, value: &Spanned<DeValue<'_>>) -> Result<Vec<String>, String> {
        match value.get_ref() {
            DeValue::String(text) => split(text),
            DeValue::Array(all) if all.is_empty() => {
                Err("expected a command, found nothing".to_owned())
            }
            all @ DeValue::Array(_) => texts(all),
            other => Err(format!(
                "expected a text or a list of texts, found {}",
                other.type_str()
            )),
        }
    }
}

/// Splits a command line by the quoting rules of a POSIX shell; nothing is expanded.
pub fn split(text: &str) -> Result<Vec<String>, String> {
    let words = shell_words::split(text).map_err(|error| format!("`{text}`: {error}"))?;
    if words.is_empty() {
        Err("expected a command, found nothing".to_owned())
    } else {
        Ok(words)
    }
}

fn scalar(value: &DeValue<'_>) -> Option<Scalar> {
    Some(match value {
        DeValue::String(text) => Scalar::Text(text.to_string()),
        DeValue::Boolean(truth) => Scalar::Truth(*truth),
        DeValue::Integer(number) => {
            let digits = number.as_str().replace('_', "");
            Scalar::Whole(i64::from_str_radix(&digits, number.radix()).ok()?)
        }
        DeValue::Float(number) => Scalar::Real(number.as_str().replace('_', "").parse().ok()?),
        _ => return None,
    })
}

fn plain(value: &DeValue<'_>) -> Result<String, String> {
    match scalar(value) {
        Some(Scalar::Text(text) | Scalar::Word(text)) => Ok(text),
        Some(Scalar::Whole(number)) => Ok(number.to_string()),
        Some(Scalar::Real(number)) => Ok(number.to_string()),
        Some(Scalar::Truth(truth)) => Ok(truth.to_string()),
        None => Err(format!(
            "expected a single value, found {}",
            value.type_str()
        )),
    }
}

fn texts(value: &DeValue<'_>) -> Result<Vec<String>, String> {
    match value {
        DeValue::Array(all) => all.iter().map(|entry| plain(entry.get_ref())).collect(),
        other => Err(format!(
            "expected a list of texts, found {}",
            other.type_str()
        )),
    }
}

fn pairs(value: &DeValue<'_>) -> Result<Vec<(String, String)>, String> {
    match value {
        DeValue::Table(table) => {
            let mut all: Vec<(usize, String, String)> = Vec::new();
            for (key, value) in table {
                all.push((
                    key.span().start,
                    key.get_ref().to_string(),
                    plain(value.get_ref())?,
                ));
            }
            // In the order in which they are written.
            all.sort();
            Ok(all
                .into_iter()
                .map(|(_, key, value)| (key, value))
                .collect())
        }
        other => Err(format!(
            "expected a table such as {{ hash = 64 }}, found {}",
            other.type_str()
        )),
    }
}
