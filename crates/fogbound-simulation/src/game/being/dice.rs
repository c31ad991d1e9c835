//! Random numbers that are the same on every machine and independent of the order of systems.

use rand::rngs::ChaCha8Rng;

use super::actor::ActorId;
use crate::dungeon::random::stream;

/// Returns an actor's random number generator for one kind of decision, named by `purpose`. Each decision has its own
/// generator, so minds may run in any order or in parallel and still make the same decisions.
pub fn decision_rng(seed: u64, purpose: &str, actor: ActorId, tick: u64) -> ChaCha8Rng {
    // Only the low 32 bits of the tick are used. Random numbers therefore repeat after 2^32 ticks, which is longer than
    // any real game.
    stream(
        seed,
        purpose,
        u64::from(actor.0) << 32 | (tick & 0xffff_ffff),
    )
}
