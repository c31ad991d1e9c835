//! Eyes that are blind for a while, and eyes that see farther or less far in the dark.

use fogbound_vision::{IVec2, Viewshed};

use crate::common::{AppExt, dark};

#[test]
fn an_eye_sees_as_before_when_it_is_no_longer_blind() {
    let mut app = dark(30);
    let eye = app.rememberer((3, 3));
    app.update();
    let usual = app.part::<Viewshed>(eye).clone();
    app.part_mut::<Viewshed>(eye).set_dark_sight_bonus(2);
    app.update();
    let farther = app.part::<Viewshed>(eye).visible().clone();
    assert!(farther.iter().count() > usual.visible().iter().count());

    app.part_mut::<Viewshed>(eye).set_blind(true);
    assert!(app.part::<Viewshed>(eye).is_dirty());
    app.update();
    let blind = app.part::<Viewshed>(eye);
    assert_eq!((blind.sight().radius, blind.dark_sight()), (Some(0), 0));
    assert_eq!(blind.own_sight(), usual.sight());
    assert!(blind.visible().iter().eq([IVec2::new(3, 3)]));

    app.part_mut::<Viewshed>(eye).set_blind(false);
    app.update();
    assert_eq!(*app.part::<Viewshed>(eye).visible(), farther);
    app.part_mut::<Viewshed>(eye).set_dark_sight_bonus(0);
    app.update();
    assert_eq!(app.part::<Viewshed>(eye).visible(), usual.visible());
}

#[test]
fn the_bonus_is_kept_whole_and_only_dark_sight_has_limits() {
    let mut eye = Viewshed::default().with_dark_sight(3);
    for (bonus, dark_sight) in [(-5, 0), (i64::MIN, 0), (i64::MAX, u32::MAX), (4, 7), (0, 3)] {
        eye.set_dark_sight_bonus(bonus);
        assert_eq!(
            (eye.dark_sight(), eye.dark_sight_bonus()),
            (dark_sight, bonus)
        );
        assert_eq!(eye.own_dark_sight(), 3);
    }
}
