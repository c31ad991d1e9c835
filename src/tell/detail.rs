//! How much is told about each subject.

/// How much is told.
#[derive(clap::ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Only what is new, and what is urgent.
    Brief,
    /// Also what has changed because it or the player has moved.
    #[default]
    Normal,
    /// Everything that is in view, after each command.
    Full,
}

impl Detail {
    const ALL: [Self; 3] = [Self::Brief, Self::Normal, Self::Full];

    /// Returns the word for this amount of detail.
    pub fn name(self) -> &'static str {
        match self {
            Self::Brief => "brief",
            Self::Normal => "normal",
            Self::Full => "full",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }
}

/// What something that is told is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The player's health, oil and the time.
    Body,
    /// Creatures, in view and last seen.
    Creatures,
    /// The light on the player, and who sees it.
    Light,
    /// The place that the player is in, and its exits.
    Places,
    /// Things, stairs, doors and flames.
    Things,
    /// What stands around the player; in full, every cell in view.
    Ground,
}

impl Subject {
    /// All subjects, in the order in which they are told.
    pub const ALL: [Self; 6] = [
        Self::Body,
        Self::Creatures,
        Self::Light,
        Self::Places,
        Self::Things,
        Self::Ground,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Body => "body",
            Self::Creatures => "creatures",
            Self::Light => "light",
            Self::Places => "places",
            Self::Things => "things",
            Self::Ground => "ground",
        }
    }

    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }
}

/// How much is told about each subject.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Details([Detail; 6]);

impl Details {
    /// Tells the same amount about every subject.
    pub fn all(detail: Detail) -> Self {
        Self([detail; 6])
    }

    /// Returns how much is told about a subject.
    pub fn of(&self, subject: Subject) -> Detail {
        self.0[subject as usize]
    }

    /// Reads a line such as `full` or `brief things`. Returns `None` if it does not begin with an amount of detail.
    ///
    /// # Errors
    ///
    /// If a word after the first is not a subject.
    pub(super) fn change(&mut self, line: &str) -> Option<Result<String, String>> {
        let mut words = line.split_whitespace();
        let detail = Detail::named(words.next()?)?;
        let names: Vec<&str> = words.collect();
        let subjects: Option<Vec<Subject>> = names.iter().map(|it| Subject::named(it)).collect();
        let Some(mut subjects) = subjects else {
            let all = Subject::ALL.map(Subject::name).join(", ");
            let name = detail.name();
            return Some(Err(format!(
                "`{}` is not a subject; accepted: `{name}`, or `{name}` and one of {all}",
                crate::files::brief(&names.join(" "))
            )));
        };
        if subjects.is_empty() {
            subjects = Subject::ALL.to_vec();
        }
        for subject in &subjects {
            self.0[*subject as usize] = detail;
        }
        let what = match names.is_empty() {
            true => "everything".to_owned(),
            false => names.join(", "),
        };
        Some(Ok(format!("Told about {what}: {}.", detail.name())))
    }
}
