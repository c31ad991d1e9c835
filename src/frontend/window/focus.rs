//! Keys around the moment in which the window loses the keyboard.

use bevy::ecs::message::MessageReader;
use bevy::prelude::*;
use bevy::window::WindowEvent;

use crate::control::{ControlSystems, KeyQueue};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, keep_what_came_after.after(ControlSystems::Queue));
}

/// Puts the keys back that were typed after the window had lost the keyboard, and so after it had it again.
///
/// In a frame in which that was lost, the queue forgets what waits: it is told of the loss apart from the keys,
/// and cannot know which were first. The window's own events tell.
fn keep_what_came_after(mut events: MessageReader<WindowEvent>, mut queue: ResMut<KeyQueue>) {
    let events: Vec<&WindowEvent> = events.read().collect();
    let is_loss = |event: &&WindowEvent| matches!(event, WindowEvent::KeyboardFocusLost(_));
    let Some(lost) = events.iter().rposition(is_loss) else {
        return;
    };
    for event in &events[lost..] {
        if let WindowEvent::KeyboardInput(key) = event
            && !key.repeat
        {
            queue.push(key.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::{Asked, Control, ControlPlugin, KeyScript};
    use crate::game::SimulationPlugin;
    use bevy::input::InputPlugin;
    use bevy::input::keyboard::{KeyboardFocusLost, KeyboardInput};

    /// What is asked for by one who types these keys in a frame, and loses the keyboard where `None` stands.
    fn asked(sent: &[Option<KeyboardInput>]) -> Vec<Control> {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, InputPlugin, SimulationPlugin, ControlPlugin))
            .add_message::<WindowEvent>();
        plugin(&mut app);
        app.update();
        for event in sent {
            let world = app.world_mut();
            if let Some(key) = event.clone() {
                world.write_message(WindowEvent::from(key.clone()));
                world.write_message(key);
            } else {
                world.write_message(WindowEvent::from(KeyboardFocusLost));
                world.write_message(KeyboardFocusLost);
            }
        }
        let mut asked = Vec::new();
        for _ in 0..10 {
            app.update();
            // On a slow machine they are gone after two updates.
            let mut new = app.world_mut().resource_mut::<Messages<Asked>>();
            asked.extend(new.drain().map(|it| it.0));
        }
        asked
    }

    fn tap(letter: &str) -> Vec<Option<KeyboardInput>> {
        let script: KeyScript = letter.parse().unwrap();
        let mut queue = KeyQueue::default();
        script.type_into(&mut queue);
        let window = Entity::from_raw_u32(7).unwrap();
        let real = queue
            .waiting()
            .cloned()
            .map(|key| KeyboardInput { window, ..key });
        real.map(Some).collect()
    }

    #[test]
    fn what_is_typed_after_the_loss_counts_and_what_came_before_does_not() {
        let typed = [tap("l"), vec![None], tap("j")].concat();
        assert_eq!(asked(&typed), [Control::South]);
        assert_eq!(asked(&[tap("l"), tap("j"), vec![None]].concat()), []);
        assert_eq!(asked(&tap("l")), [Control::East]);
    }
}
