import { PersonalFlag } from "../store/personal-flags.ts";
import type { Bindings } from "./bindings.ts";
import { type Context, conditionSql, exactPhrases, isFlagged, isListedConversation, isNotRead } from "./conditions.ts";
import type { Condition, Filter } from "./filter.ts";
import { partsOf, type SearchPlan } from "./parts.ts";
import { intersection, positive, requires, type Scope, scopeOf, unreadSpans } from "./scope.ts";
import { SpanTables } from "./span-tables.ts";
import { keyExtent, nearbyFirst, type Stream, streams, union } from "./streams.ts";
import type { BulkView, Span } from "./view.ts";

/** A filter as SQL. */
export interface Matches {
  /** The keys of the matching messages within a window. */
  readonly keys: Stream;
  /** The common table expressions that the keys' queries refer to. */
  readonly tables: readonly string[];
}

/**
 * The statement for a filter. Each way to find candidates reads an index in the order of the messages and stops
 * at the limit; which one drives is decided here, by what the narrow names, because the bulk store keeps no
 * statistics to decide by. Every condition that a driver does not imply is tested on each candidate. Null means
 * that nothing can match.
 */
export function compile(filter: Filter, view: BulkView, bindings: Bindings, name: string): Matches | null {
  const tables = new SpanTables(name, view.realm, bindings);
  const found = new Compiler(filter, { view, bindings, tables }).streams();
  return found.length === 0 ? null : { keys: union(found), tables: tables.definitions };
}

/** So many channels are looked up one by one without a look at what is near the anchor first; so is what is unread. */
const FEW_CHANNELS = 16;

const hasFewChannels = (spans: readonly Span[]) =>
  spans.filter(({ channel }) => channel !== null).length <= FEW_CHANNELS;

class Compiler {
  readonly #filter: Filter;
  readonly #context: Context;
  readonly #scope: Scope;
  readonly #from: ReturnType<typeof streams>;

  constructor(filter: Filter, context: Context) {
    this.#filter = filter;
    this.#context = context;
    this.#scope = scopeOf(filter, context.view);
    this.#from = streams(context);
  }

  streams(): Stream[] {
    if (this.#scope.spans.length === 0 && this.#scope.historical.length === 0) return [];
    if (positive(this.#filter, "search").some(({ query }) => query.match === null)) return [];
    return this.#fewRows() ?? [...this.#inSpans(), ...this.#outsideSpans()];
  }

  /** What names messages one by one, or by rows of the viewer's own: a short list, whatever else is asked. */
  #fewRows(): Stream[] | undefined {
    const [listed] = positive(this.#filter, "ids");
    if (listed !== undefined) return [this.#from.listed(listed.ids, this.#testsInBase(listed))];
    const states = positive(this.#filter, "is");
    const flagged = states.find(({ what }) => what === "starred" || what === "alerted");
    if (flagged !== undefined) {
      const flag = flagged.what === "starred" ? PersonalFlag.starred : PersonalFlag.hasAlertWord;
      return [this.#from.flagged(flag, this.#testsInBase(flagged))];
    }
    const mentioned = states.find(({ what }) => what === "mentioned");
    return mentioned && this.#mentions(mentioned);
  }

  #mentions(implied?: Condition): Stream[] {
    const tests = this.#testsInBase(implied);
    return [this.#from.flagged(PersonalFlag.mentioned, tests), this.#from.wildcardMentions(tests)];
  }

  /** Own rows that do not follow from subscriptions, and messages marked unread one by one. */
  #outsideSpans(): Stream[] {
    const unread = positive(this.#filter, "is").find(({ what }) => what === "unread");
    if (unread !== undefined) {
      const { unread: ids } = this.#context.view.read;
      return ids.length === 0 ? [] : [this.#from.listed(ids, this.#testsInBase(unread))];
    }
    if (this.#scope.historical.length === 0) return [];
    return [this.#from.flagged(PersonalFlag.historical, [this.#isHistoricalChannel(), ...this.#tests()])];
  }

  #inSpans(): Stream[] {
    const spans = requires(this.#filter, "unread")
      ? intersection(this.#scope.spans, unreadSpans(this.#context.view))
      : this.#scope.spans;
    if (spans.length === 0) return [];
    const extent = keyExtent(this.#context.view.realm, spans);
    const isNamed = positive(this.#filter, "conversations").length > 0;
    const isOfDirects = isNamed && spans.every(({ channel }) => channel === null);
    if (isOfDirects || positive(this.#filter, "topic").length > 0) return this.#parts(spans);

    const [search] = positive(this.#filter, "search");
    if (search?.query.match != null) {
      const exact = exactPhrases(search.query, this.#context.bindings);
      return [this.#from.matching(search.query.match, [...exact, ...this.#testsInSpan(search)], extent)];
    }
    const [sender] = positive(this.#filter, "sender");
    if (sender !== undefined) return [this.#from.sentBy(sender.id, this.#testsInSpan(sender), extent)];
    return this.#marked(spans, isNamed && hasFewChannels(spans)) ?? this.#parts(spans);
  }

  /** By what few messages have. Links are too common for that; so may reactions and resolved topics be in a channel. */
  #marked(spans: readonly Span[], isNarrow: boolean): Stream[] | undefined {
    const extent = keyExtent(this.#context.view.realm, spans);
    const contents = positive(this.#filter, "has");
    for (const contained of contents) {
      if (contained.what !== "image" && contained.what !== "attachment") continue;
      return [this.#from.having(`has_${contained.what}`, this.#testsInSpan(contained), extent)];
    }
    if (isNarrow) return undefined;
    const reacted = contents.find(({ what }) => what === "reaction");
    if (reacted !== undefined) return [this.#from.reactedTo(this.#testsInSpan(reacted), extent)];
    const resolved = positive(this.#filter, "is").find(({ what }) => what === "resolved");
    return resolved && [this.#from.resolved(this.#testsInSpan(resolved), extent)];
  }

  /** Each conversation or topic that can hold a match. */
  #parts(spans: readonly Span[]): Stream[] {
    const parts = partsOf(this.#filter, this.#context.view, spans);
    const found: Stream[] = [];
    if (parts.conversations.length > 0) found.push(this.#conversations(parts));
    if (parts.topics.length > 0) found.push(this.#from.topics(parts.topics, this.#testsInPart(parts)));
    return parts.orMentioned ? [...found, ...this.#mentions()] : found;
  }

  #conversations(parts: SearchPlan): Stream {
    const { conversations } = parts;
    const tests = this.#testsInPart(parts);
    if (requires(this.#filter, "unread") || hasFewChannels(conversations)) {
      return this.#from.conversations(conversations, tests);
    }
    const extent = keyExtent(this.#context.view.realm, conversations);
    return nearbyFirst(this.#from.all(this.#testsInSpan(), extent), (list) =>
      this.#from.conversations(conversations, tests, list),
    );
  }

  #tests(implied?: Condition): string[] {
    return this.#filter.conditions
      .filter((condition) => condition !== implied)
      .map((condition) => conditionSql(condition, this.#context));
  }

  #testsInSpan = (implied?: Condition) => [this.#isInSpan(), ...this.#tests(implied)];

  #testsInBase(implied?: Condition): string[] {
    if (this.#scope.historical.length === 0) return this.#testsInSpan(implied);
    const historical = `${this.#isHistoricalChannel()} AND ${isFlagged(PersonalFlag.historical, this.#context.view)}`;
    return [`(${this.#isInSpan()} OR (${historical}))`, ...this.#tests(implied)];
  }

  /** Parts lie within the named conversations, and where the narrow wants unread messages, where these can be. */
  #testsInPart({ implied }: SearchPlan): string[] {
    return this.#filter.conditions.flatMap((condition) => {
      if (condition === implied) return [];
      if (condition.negated) return [conditionSql(condition, this.#context)];
      if (condition.kind === "conversations") return [];
      if (condition.kind === "is" && condition.what === "dm") return [];
      if (condition.kind === "is" && condition.what === "unread") return [isNotRead(this.#context)];
      return [conditionSql(condition, this.#context)];
    });
  }

  #isInSpan = () => this.#context.tables.contain("scope", () => this.#scope.spans);

  #isHistoricalChannel = () => isListedConversation(this.#scope.historical, this.#context.bindings);
}
