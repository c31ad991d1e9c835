//! Everything that a screen can show.

use std::borrow::Cow;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use ratatui::style::Color;

use super::in_view::{InView, InViewKind};
use super::map_widget::tile_glyph;
use super::sentences::{article, find_name};
use super::state_words::pursues;
use super::{Display, MessageLog, Motion, Onlooker, Palette, ShowsExposure, Title, Wizard};
use crate::control::{Bindings, Gait};
use crate::explorer::Known;
use crate::game::bestiary::{Bestiary, MadeBy, MonsterKind};
use crate::game::mind::{Breathes, Guards, Shoots};
use crate::game::{
    Appearance, Awareness, Breath, Camouflage, Chosen, Clock, Depth, Exposure, Faction, Fate,
    FogTide, Game, Ghosts, Ground, Health, Heart, Inventory, Lantern, Melee, Numbers, Oil, Places,
    Player, Quest, Study, Things, Wearer, makes_out,
};
use crate::grid::Direction;
use crate::map::TileMap;
use crate::vision::{Light, LightMap, MapMemory, ObjectKind, Position, Viewshed};

type EyesOf = (
    Entity,
    &'static Position,
    Option<&'static Viewshed>,
    &'static MapMemory,
    (
        Option<&'static Ghosts>,
        Option<(&'static Ground, &'static Heart)>,
        Option<&'static Oil>,
    ),
    Option<&'static Health>,
    Option<&'static Breath>,
);

pub(super) type Creature = (
    Entity,
    &'static Position,
    &'static Appearance,
    &'static Name,
    Option<&'static Awareness>,
    Option<&'static Camouflage>,
    Option<&'static Health>,
    Option<&'static MonsterKind>,
    Option<&'static MadeBy>,
    Option<&'static Guards>,
    Has<Player>,
);

pub(super) type Fighter = (
    Option<&'static Faction>,
    Option<&'static Melee>,
    Option<&'static Shoots>,
    Option<&'static Breathes>,
);

/// Everything that a screen can show, read-only.
#[derive(SystemParam)]
pub struct Scene<'w, 's> {
    /// The level, if there is a game.
    pub map: Option<Res<'w, TileMap>>,
    /// The game, if there is one.
    pub game: Option<Res<'w, Game>>,
    /// The depth of the level.
    pub depth: Res<'w, Depth>,
    /// The time in the game.
    pub clock: Res<'w, Clock>,
    /// The tide of the fog on the level.
    pub tide: Res<'w, FogTide>,
    /// The names of the places on the level, as the player knows them.
    pub places: Res<'w, Places>,
    /// The numbers of the rules.
    pub numbers: Res<'w, Numbers>,
    /// Whether the player is alive, has died or has won.
    pub fate: Res<'w, Fate>,
    /// The player's quest.
    pub quest: Option<Res<'w, Quest>>,
    /// The kinds of things.
    pub things: Res<'w, Things>,
    /// The kinds of monsters.
    pub bestiary: Res<'w, Bestiary>,
    /// Whether the player is walking or running.
    pub gait: Res<'w, Gait>,
    /// The keys.
    pub bindings: Res<'w, Bindings>,
    /// The game's title.
    pub title: Res<'w, Title>,
    /// The colours.
    pub palette: Res<'w, Palette>,
    /// The display settings.
    pub display: Res<'w, Display>,
    /// The message log.
    pub log: Res<'w, MessageLog>,
    /// The light on each cell, in a world with darkness.
    pub light: Res<'w, LightMap>,
    /// The cells from which the player can be seen, if the player wants them marked.
    pub exposure: Res<'w, Exposure>,
    /// Whether the player wants those cells marked.
    pub marks_exposure: Res<'w, ShowsExposure>,
    /// What moves on the map.
    pub motion: Res<'w, Motion>,
    /// What the wizard has chosen to see.
    pub wizard: Res<'w, Wizard>,
    /// The onlooker, if someone is watching instead of playing.
    pub onlooker: Res<'w, Onlooker>,
    pub(super) players: Query<'w, 's, Entity, With<Player>>,
    eyes: Query<'w, 's, EyesOf>,
    pub(super) creatures: Query<'w, 's, Creature>,
    objects: Query<'w, 's, (&'static Position, &'static ObjectKind)>,
    viewsheds: Query<'w, 's, &'static Viewshed>,
    pub(super) lights: Query<'w, 's, &'static Light>,
    lanterns: Query<'w, 's, &'static Lantern>,
    pub(super) fighters: Query<'w, 's, Fighter>,
    pub(super) students: Query<'w, 's, (&'static Study, &'static Chosen)>,
    pub(super) wearers: Query<'w, 's, &'static Wearer>,
    packs: Query<'w, 's, &'static Inventory, With<Player>>,
}

/// The creature whose point of view is drawn.
#[derive(Clone, Debug)]
pub struct PointOfView<'a> {
    /// The creature.
    pub entity: Entity,
    /// The creature's cell.
    pub at: IVec2,
    /// What the creature sees, or `None` if it is blind.
    pub viewshed: Option<Cow<'a, Viewshed>>,
    /// What the creature remembers.
    pub memory: &'a MapMemory,
    /// Where the creature last saw others, if it is the player.
    pub ghosts: Option<&'a Ghosts>,
    /// What the creature has seen by light, if it is the player.
    pub ground: Option<&'a Ground>,
    /// How far the next hit point is, if the creature is the player.
    pub heart: Option<Heart>,
    /// The oil in the creature's lantern, if the creature is the player.
    pub oil: Option<&'a Oil>,
    /// What the creature carries, if it is the player.
    pub pack: Option<&'a Inventory>,
    things: &'a Things,
    /// The creature's health, if it can be hurt.
    pub health: Option<&'a Health>,
    /// The creature's breath, if it can run out of breath.
    pub breath: Option<&'a Breath>,
}

impl<'a> PointOfView<'a> {
    /// Returns what the creature knows about the ground.
    pub fn known(&self) -> Known<'a> {
        let known = Known::new(self.memory, self.ground, self.oil);
        known.with_pack(self.things, self.pack)
    }
}

impl Scene<'_, '_> {
    /// Returns the eyes whose view is drawn: the player's, or those that a wizard or an onlooker has chosen. Returns
    /// `None` if there is no game.
    pub fn eyes(&self) -> Option<PointOfView<'_>> {
        let chosen = match &self.onlooker.0 {
            Some(watching) => watching.eyes,
            None => self.wizard.eyes(),
        };
        let chosen = chosen.filter(|it| self.eyes.contains(*it));
        self.eyes_of(chosen.or(self.players.single().ok())?)
    }

    /// Returns whether to show the whole map and every creature on it.
    pub fn reveals(&self) -> bool {
        match &self.onlooker.0 {
            Some(watching) => watching.reveals,
            None => self.wizard.reveals(),
        }
    }

    /// Returns the extra lines of the panel, wrapped to `columns`.
    pub(super) fn lines(&self, columns: usize) -> Vec<String> {
        let lines = match &self.onlooker.0 {
            Some(watching) => &watching.lines,
            None => self.wizard.lines(),
        };
        let lines = lines.iter();
        let wrapped = lines.flat_map(|line| textwrap::wrap(line, columns.max(1)));
        wrapped.map(|line| line.into_owned()).collect()
    }

    pub fn player(&self) -> Option<PointOfView<'_>> {
        self.eyes_of(self.players.single().ok()?)
    }

    pub fn inventory(&self) -> Option<&Inventory> {
        self.packs.single().ok()
    }

    pub fn eyes_of(&self, entity: Entity) -> Option<PointOfView<'_>> {
        let (entity, at, viewshed, memory, (ghosts, by_light, oil), health, breath) =
            self.eyes.get(entity).ok()?;
        Some(PointOfView {
            entity,
            at: at.0,
            viewshed: self.looking(viewshed),
            memory,
            ghosts,
            ground: by_light.map(|(ground, _)| ground),
            heart: by_light.map(|(_, heart)| *heart),
            oil,
            pack: self.packs.get(entity).ok(),
            things: &self.things,
            health,
            breath,
        })
    }

    /// Returns the viewshed without the cells that are too dark to see.
    fn looking<'a>(&self, viewshed: Option<&'a Viewshed>) -> Option<Cow<'a, Viewshed>> {
        let viewshed = viewshed?;
        Some(match &self.map {
            Some(map) => viewshed.in_light(&self.light, map.opacities()),
            None => Cow::Borrowed(viewshed),
        })
    }

    fn things_in_view(&self, viewshed: Option<&Viewshed>) -> impl Iterator<Item = InView> {
        self.objects.iter().filter_map(move |(at, &kind)| {
            viewshed.filter(|it| it.sees(at.0))?;
            let thing = self.things.get(kind)?;
            Some(InView {
                kind: match self.things.is_corpse(kind) {
                    true => InViewKind::Corpse,
                    false => InViewKind::Scenery,
                },
                who: None,
                at: at.0,
                glyph: thing.glyph,
                color: self.palette.lit_thing(thing),
                picture: thing.picture,
                state: None,
                pursues: false,
                name: thing.full_name(),
                called: format!("{} {}", thing.article, thing.name)
                    .trim()
                    .to_owned(),
                health: None,
                facing: None,
                knows: None,
                fight: None,
                harm: 0,
            })
        })
    }

    /// Returns the creatures, places and things that these eyes see, except their owner, in the order of
    /// `InView::compare`. If `all` is set, every creature on the level is included.
    pub fn in_view(&self, eyes: &PointOfView, all: bool) -> Vec<InView> {
        let (Some(map), viewshed) = (&self.map, eyes.viewshed.as_deref()) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for (
            entity,
            at,
            appearance,
            name,
            awareness,
            hidden,
            health,
            _,
            made_by,
            guards,
            is_player,
        ) in &self.creatures
        {
            let is_seen =
                viewshed.is_some_and(|it| makes_out((map, &self.light), it, eyes.at, at.0, hidden));
            if entity == eyes.entity || !(is_seen || all) {
                continue;
            }
            let name = if is_player { "you" } else { name.as_str() };
            found.push(InView {
                kind: self.side_of(entity, eyes.entity),
                who: Some(entity),
                at: at.0,
                glyph: appearance.glyph,
                color: self.color_of(appearance, is_player),
                picture: None,
                state: awareness.map(|it| it.state()).filter(|_| !is_player),
                pursues: pursues(made_by, (guards, awareness, at.0)),
                called: if is_player {
                    name.to_owned()
                } else {
                    format!("{} {name}", article(name))
                },
                name: name.to_owned(),
                health: health.map(Health::percent),
                facing: self.facing_of(entity),
                knows: None,
                fight: None,
                harm: self.harm_of(entity),
            });
        }
        for (index, knows) in self.watching(eyes, &found) {
            found[index].knows = Some(knows);
        }
        found.extend(self.things_in_view(viewshed));
        let seen = viewshed.into_iter().flat_map(|it| it.visible().iter());
        found.extend(seen.filter_map(|at| self.place(eyes, at)));
        found.sort_by(|one, other| one.compare(other, eyes.at));
        found
    }

    /// Returns which way a creature looks, if it sees only in a sector before it.
    fn facing_of(&self, who: Entity) -> Option<Direction> {
        let cone = self.viewsheds.get(who).ok()?.sight().cone?;
        Direction::towards(cone.facing())
    }

    /// Returns the entry for a visible cell that has stairs or something to take.
    fn place(&self, eyes: &PointOfView, at: IVec2) -> Option<InView> {
        let tile = eyes.memory.tile(at)?;
        let called = find_name(tile)?;
        Some(InView {
            kind: InViewKind::Place,
            who: None,
            at,
            glyph: tile_glyph(tile),
            color: self.palette.tile(tile).lit().0,
            picture: tile.kind().picture.filter(|it| !it.picture().is_blank()),
            state: None,
            pursues: false,
            name: tile.name().to_owned(),
            called,
            health: None,
            facing: None,
            knows: None,
            fight: None,
            harm: 0,
        })
    }

    /// Returns whether a creature is an enemy or a friend of the owner of these eyes.
    fn side_of(&self, who: Entity, eyes: Entity) -> InViewKind {
        let side = |entity| self.fighters.get(entity).ok()?.0;
        match (side(who), side(eyes)) {
            (Some(one), Some(other)) if one.is_hostile_to(*other) => InViewKind::Enemy,
            _ => InViewKind::Friend,
        }
    }

    /// Returns the average damage of a creature's blow or shot, in the same unit as [`InView::harm`].
    fn harm_of(&self, who: Entity) -> i32 {
        let harm = |accuracy: i32, (least, most): (i32, i32)| {
            accuracy
                .clamp(0, 100)
                .saturating_mul(least.saturating_add(most))
        };
        let Ok((_, melee, bow, fire)) = self.fighters.get(who) else {
            return 0;
        };
        let changed = |usual: &Melee| self.wearers.get(who).map_or(*usual, |it| it.melee(*usual));
        let blow = melee
            .map(changed)
            .map_or(0, |it| harm(it.accuracy, it.damage));
        let blow = blow.max(fire.map_or(0, |it| harm(100, it.damage)));
        blow.max(bow.map_or(0, |it| harm(it.accuracy, it.damage)))
    }

    pub fn color_of(&self, appearance: &Appearance, is_player: bool) -> Color {
        match (is_player, &appearance.color) {
            (true, None) => self.palette.player(),
            (_, own) => self.palette.creature(own.as_ref()),
        }
    }

    /// Returns the glyph and colour of the owner of these eyes.
    pub fn look_of(&self, eyes: &PointOfView) -> Option<(char, Color)> {
        let (_, _, appearance, .., is_player) = self.creatures.get(eyes.entity).ok()?;
        Some((appearance.glyph, self.color_of(appearance, is_player)))
    }

    /// Returns what a creature sees, or `None` if it is blind.
    pub fn viewshed_of(&self, who: Entity) -> Option<&Viewshed> {
        self.viewsheds.get(who).ok()
    }

    /// Returns how many cells the owner of these eyes has seen by light since it last regained a hit point, and how many
    /// it needs for the next one. Returns `None` if it is unhurt, or if seeing does not heal it.
    pub fn heart(&self, eyes: &PointOfView) -> Option<(u32, u32)> {
        let cells = self.numbers.heart.cells;
        let is_hurt = eyes.health.is_some_and(|it| it.is_hurt());
        let heart = eyes.heart.filter(|_| is_hurt && cells > 0)?;
        Some((heart.cells(), cells))
    }

    /// Returns whether fog gathers around the owner of these eyes, because it has seen nothing new for too long.
    pub fn fog_gathers(&self, eyes: &PointOfView) -> bool {
        self.tide.gathers() && self.players.contains(eyes.entity)
    }

    /// Returns the setting of a creature's lantern, if it has one.
    pub fn lantern_of(&self, who: Entity) -> Option<Lantern> {
        self.lanterns.get(who).ok().copied()
    }

    /// Returns a creature's name, without an article.
    pub fn name_of(&self, who: Entity) -> Option<String> {
        let (_, _, _, name, ..) = self.creatures.get(who).ok()?;
        Some(name.to_string())
    }
}
