//! Draws the world, as the point of view knows it, into a single ratatui [`Buffer`](ratatui::buffer::Buffer).
//!
//! ```text
//! Viewshed, MapMemory, creatures in view -> Scene -> draw_game -> Screen -> the modes over it -> a front end
//! Witnessed -> words -> MessageLog ---------^
//! ```
//!
//! Drawing only reads the simulation. Modes draw; front ends show the [`Screen`] and set its size.

mod air;
mod art;
mod banner;
mod camera;
mod canvas;
mod colors;
mod deed_words;
mod depth;
mod display;
mod draw;
mod entry;
mod exposure;
mod fact;
mod facts;
mod few_colors;
mod framing;
mod glow;
mod hints;
mod in_view;
mod in_view_list;
mod key_names;
mod last_seen;
mod learned;
mod lit_by;
mod log;
mod lore;
mod map_art;
mod map_widget;
mod mark_signs;
mod marks;
mod motion;
mod noise;
mod observation;
mod onlooker;
mod others;
mod palette;
mod panel;
mod perceived;
mod plugin;
mod row;
mod scene;
mod screen;
mod sentences;
mod sgr;
mod shade;
mod small_map;
mod state_words;
mod stir;
mod stone;
mod thoughts;
mod title;
mod told;
mod vitals;
mod wizard;
mod words;
mod wounds;

pub use air::{air_sign, air_words};
pub use art::{Art, Badge, Corners, Fill, OpenSides};
pub use banner::{banner_size, draw_banner};
pub use camera::{Camera, Frame};
pub use canvas::Canvas;
pub use colors::Tint;
pub use deed_words::{AddDeedWords, DeedWords, IntoSentence, Moves, Sentence, Warns};
pub use depth::{ColorDepth, UnknownDepth, indexed_rgb};
pub use display::{Display, ShowsExposure};
pub use draw::{clear, draw_game, draw_known, draw_log, draw_map, draw_standing};
pub use exposure::{Watchers, chance_sign, exposure_words};
pub use fact::Fact;
pub use few_colors::Kind;
pub use framing::camera;
pub use hints::Hint;
pub use in_view::{Fight, InView, InViewKind, Knows};
pub use key_names::{KeyLine, key_lines, key_of, keys_of, line_with_keys, shown_name, with_keys};
pub use last_seen::ago;
pub use lit_by::KnownLight;
pub use log::{LogLine, MessageLog, Saying};
pub use lore::{lore, turns};
pub use map_widget::{Figure, MapWidget, Mark, sign, tile_glyph};
pub use marks::Marks;
pub use motion::{EASING, Motion, Moving, VisualEffect, ease};
pub use noise::Noise;
pub use observation::{Observation, Remarkable, RemarkableKind, Spot, SpotKind};
pub use onlooker::{Onlooker, Watching};
pub use palette::{AddPalette, PALETTE, Palette, PaletteError};
pub use panel::panel_part;
pub use plugin::{ViewPlugin, ViewSystems};
pub use row::PanelPart;
pub use scene::{PointOfView, Scene};
pub use screen::{Areas, DEFAULT_SIZE, DEFAULT_WIDE_SIZE, MIN_SIZE, MapPane, Scale, Screen};
pub use sentences::{article, capitalized, compass, killed_by, pack_letter, with_article};
pub use sgr::CellStyle;
pub use shade::{at_brightness, brightness_at, brightness_in, in_light, mixed, vivid};
pub use state_words::{may_pursue, state_word};
pub use stone::wall_shape;
pub use thoughts::{Reader, latest_reason, reason_words, thoughts};
pub use title::Title;
pub use told::Told;
pub use wizard::Wizard;
pub use wounds::{settle_wounds, settle_wounds_at};
