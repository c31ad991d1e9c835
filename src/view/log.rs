//! The last things that were said.

use std::collections::VecDeque;

use bevy::prelude::*;

/// How many messages are kept.
const KEPT: usize = 100;

/// What happened, in words, oldest first.
#[derive(Resource, Clone, Debug, Default)]
pub struct MessageLog {
    messages: VecDeque<(String, u32)>,
}

impl MessageLog {
    /// Adds a message. One that repeats the last is counted instead.
    pub fn say(&mut self, message: String) {
        if let Some((last, times)) = self.messages.back_mut()
            && *last == message
        {
            *times += 1;
            return;
        }
        self.messages.push_back((message, 1));
        if self.messages.len() > KEPT {
            self.messages.pop_front();
        }
    }

    /// The last `count` messages, oldest first.
    pub fn last(&self, count: usize) -> impl Iterator<Item = String> {
        let skip = self.messages.len().saturating_sub(count);
        self.messages.iter().skip(skip).map(|(message, times)| {
            if *times > 1 {
                format!("{message} (x{times})")
            } else {
                message.clone()
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_message_is_counted() {
        let mut log = MessageLog::default();
        for message in ["a", "b", "b", "a"] {
            log.say(message.to_owned());
        }
        assert_eq!(log.last(2).collect::<Vec<_>>(), ["b (x2)", "a"]);
    }
}
