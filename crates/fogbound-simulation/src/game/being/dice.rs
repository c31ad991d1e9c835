//! Randomness that is the same on every machine and does not depend on the order of systems.

use rand::rngs::ChaCha8Rng;

use super::actor::ActorId;
use crate::dungeon::random::stream;

/// The dice of one actor for one decision of the kind that `purpose` names. Each decision has its
/// own, so minds may run in any order and in parallel and still decide alike.
pub fn decision_rng(seed: u64, purpose: &str, actor: ActorId, tick: u64) -> ChaCha8Rng {
    // Ticks stay far below 2^32 in any game that a person finishes; beyond, dice repeat.
    stream(
        seed,
        purpose,
        u64::from(actor.0) << 32 | (tick & 0xffff_ffff),
    )
}
