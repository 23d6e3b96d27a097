import type { AnyEvent } from "../../model/event.ts";
import { afterMove, type TopicMove, topicMoveOf } from "../../model/messages/topic-move.ts";
import { topicKey } from "../../model/places/conversation.ts";
import type { Place } from "../../model/places/place.ts";

/**
 * The topics that have moved while the page was open, so that its older addresses lead to their present places. A new
 * message to an old name makes that a topic of its own.
 */
export class TopicMoves {
  readonly #moves = new Map<string, TopicMove>();

  /** Notes the effect of an event, and returns the move if a whole topic was moved. */
  follow(event: AnyEvent): TopicMove | undefined {
    if (event.type === "message") {
      const { message } = event;
      if (message?.type === "stream") this.#moves.delete(topicKey(message.stream_id, message.subject));
      return undefined;
    }
    const move = topicMoveOf(event);
    if (move === undefined) return undefined;
    this.#moves.delete(topicKey(move.to.channel, move.to.topic));
    const from = topicKey(move.from.channel, move.from.topic);
    if (from !== topicKey(move.to.channel, move.to.topic)) this.#moves.set(from, move);
    return move;
  }

  /** The present place of a place that may have moved. */
  now(place: Place): Place {
    let at = place;
    // A topic that was moved back and forth must not cause an endless loop.
    for (let steps = 0; at.view === "topic" && steps <= this.#moves.size; steps++) {
      const move = this.#moves.get(topicKey(at.channel, at.topic));
      if (move === undefined) break;
      at = afterMove(at, move);
    }
    return at;
  }
}
