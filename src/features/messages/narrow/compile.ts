import type { Bindings } from "./bindings.ts";
import { type Context, conditionSql, exactPhrases, isFlagged, isNotRead } from "./conditions.ts";
import type { Condition, Filter } from "./filter.ts";
import { PersonalFlag } from "./flags.ts";
import { intersection, openSpans, type Part, positive, requires, type Scope, scopeOf, topicParts } from "./scope.ts";
import { SpanTables } from "./span-tables.ts";
import { extentOf, type Stream, streams, union } from "./streams.ts";
import type { Span, TopicReference, BulkView } from "./view.ts";

/** A filter as SQL. */
export interface Matches {
  /** The keys of the matching messages within a window. */
  readonly keys: Stream;
  /** The common table expressions that the keys' queries refer to: complete once these are written. */
  readonly tables: SpanTables;
}

/**
 * The statement for a filter. Each way to find candidates reads an index in the order of the messages and stops
 * at the limit; which one drives is decided here, by what the narrow names, because the bulk store keeps no
 * statistics to decide by. Every condition that a driver does not imply is tested on each candidate. Null means
 * that nothing can match.
 */
export function compile(filter: Filter, view: BulkView, bindings: Bindings, name: string): Matches | null {
  const tables = new SpanTables(name, view.realm, bindings);
  const compiler = new Compiler(filter, { view, bindings, tables });
  if (compiler.streams(1).length === 0) return null;
  return { keys: (window) => union(compiler.streams(window.limit))(window), tables };
}

/**
 * Reading each part of the scope by itself costs this many keys at most: some milliseconds. Beyond, a page comes
 * from reading everything in order and testing: whoever is in so many conversations receives a good part of it.
 */
const MOST_KEYS_OF_PARTS = 100_000;

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

  streams(limit: number): Stream[] {
    if (positive(this.#filter, "search").some(({ query }) => query.match === null)) return [];
    return this.#fewRows() ?? [...this.#inSpans(limit), ...this.#outsideSpans()];
  }

  /** What names messages one by one, or by rows of the viewer's own: a short list, whatever else is asked. */
  #fewRows(): Stream[] | undefined {
    const [listed] = positive(this.#filter, "ids");
    if (listed !== undefined) return [this.#from.listed(listed.ids, [this.#isInBase(), ...this.#tests(listed)])];
    const states = positive(this.#filter, "is");
    const flagged = states.find(({ what }) => what === "starred" || what === "alerted");
    if (flagged !== undefined) {
      const flag = flagged.what === "starred" ? PersonalFlag.starred : PersonalFlag.hasAlertWord;
      return [this.#from.flagged(flag, [this.#isInBase(), ...this.#tests(flagged)])];
    }
    const mentioned = states.find(({ what }) => what === "mentioned");
    return mentioned && this.#mentions(this.#tests(mentioned));
  }

  #mentions(tests: readonly string[]): Stream[] {
    const all = [this.#isInBase(), ...tests];
    return [this.#from.flagged(PersonalFlag.mentioned, all), this.#from.wildcardMentions(all)];
  }

  /** Own rows that do not follow from subscriptions, and messages marked unread one by one. */
  #outsideSpans(): Stream[] {
    const unread = positive(this.#filter, "is").find(({ what }) => what === "unread");
    if (unread !== undefined) {
      const { unread: ids } = this.#context.view.read;
      return ids.length === 0 ? [] : [this.#from.listed(ids, [this.#isInBase(), ...this.#tests(unread)])];
    }
    if (this.#scope.historical.length === 0) return [];
    return [this.#from.flagged(PersonalFlag.historical, [this.#isHistoricalChannel(), ...this.#tests()])];
  }

  #inSpans(limit: number): Stream[] {
    const spans = this.#spans();
    if (spans.length === 0) return [];
    const extent = extentOf(this.#context.view.realm, spans);
    const inScope = this.#isInSpan();
    const named = positive(this.#filter, "conversations").length > 0;
    const isPointed = positive(this.#filter, "topic").length > 0 || (named && spans.every((span) => span.channel === null));
    if (isPointed) return this.#parts(spans, limit);

    const [search] = positive(this.#filter, "search");
    if (search !== undefined && search.query.match !== null) {
      const exact = exactPhrases(search.query, this.#context.bindings);
      return [this.#from.matching(search.query.match, [inScope, ...exact, ...this.#tests(search)], extent)];
    }
    const [sender] = positive(this.#filter, "sender");
    if (sender !== undefined) return [this.#from.sentBy(sender.id, [inScope, ...this.#tests(sender)], extent)];
    if (named) return this.#parts(spans, limit);

    for (const contained of positive(this.#filter, "has")) {
      const tests = [inScope, ...this.#tests(contained)];
      if (contained.what === "reaction") return [this.#from.reactedTo(tests, extent)];
      // Links are too common for an index of their own.
      if (contained.what !== "link") return [this.#from.having(`has_${contained.what}`, tests, extent)];
    }
    const resolved = positive(this.#filter, "is").find(({ what }) => what === "resolved");
    if (resolved !== undefined) return [this.#from.resolved([inScope, ...this.#tests(resolved)], extent)];
    return this.#parts(spans, limit);
  }

  /** Each conversation or topic that can hold a match, or everything where these are too many. */
  #parts(spans: readonly Span[], limit: number): Stream[] {
    const { conversations, topics, implied, mentions } = this.#split(spans);
    if ((conversations.length + topics.length) * limit > MOST_KEYS_OF_PARTS) {
      return [this.#from.all([this.#isInSpan(), ...this.#tests()], extentOf(this.#context.view.realm, spans))];
    }
    const found: Stream[] = [];
    const tests = this.#testsOfParts(implied);
    if (conversations.length > 0) found.push(this.#from.conversations(conversations, tests));
    if (topics.length > 0) found.push(this.#from.topics(topics, tests));
    return mentions ? [...found, ...this.#mentions(this.#tests())] : found;
  }

  #split(spans: readonly Span[]): {
    conversations: readonly Span[];
    topics: readonly Part[];
    implied?: Condition | undefined;
    mentions?: boolean;
  } {
    const { muted, unmuted, followed, mutedChannels } = this.#context.view.visibility;
    const [topic] = positive(this.#filter, "topic");
    if (topic !== undefined) {
      const topics = spans.filter(({ channel }) => channel !== null).map((span) => ({ span, topicKey: topic.key }));
      return { conversations: [], topics, implied: topic };
    }
    const states = positive(this.#filter, "is");
    const isFollowed = states.find(({ what }) => what === "followed");
    if (isFollowed !== undefined) {
      return { conversations: [], topics: topicParts(spans, followed), implied: isFollowed };
    }
    const silent = new Set(mutedChannels);
    const isSilent = ({ channel }: Span) => channel !== null && silent.has(channel);
    const rest = spans.filter((span) => !isSilent(span));
    if (states.some(({ what }) => what === "muted")) {
      return { conversations: spans.filter(isSilent), topics: topicParts(rest, muted) };
    }
    const isHome = positive(this.#filter, "home").length > 0;
    if (!isHome || rest.length === spans.length) return { conversations: spans, topics: [] };
    // Muted channels can be the busiest: what is shown of them is looked up, not looked for.
    const shown: readonly TopicReference[] = [...unmuted, ...followed];
    return { conversations: rest, topics: topicParts(spans.filter(isSilent), shown), mentions: true };
  }

  /** Where the spans of the scope can hold matches. */
  #spans(): readonly Span[] {
    if (!requires(this.#filter, "unread")) return this.#scope.spans;
    return intersection(this.#scope.spans, openSpans(this.#context.view));
  }

  #tests(implied?: Condition): string[] {
    return this.#filter.conditions
      .filter((condition) => condition !== implied)
      .map((condition) => conditionSql(condition, this.#context));
  }

  /** Parts lie within the named conversations, and where the narrow wants unread messages, in open spans. */
  #testsOfParts(implied: Condition | undefined): string[] {
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

  #isHistoricalChannel(): string {
    return `+m.conversation_id IN (SELECT value FROM json_each(${this.#context.bindings.list(this.#scope.historical)}))`;
  }

  #isInBase(): string {
    if (this.#scope.historical.length === 0) return this.#isInSpan();
    const historical = `${this.#isHistoricalChannel()} AND ${isFlagged(PersonalFlag.historical, this.#context.view)}`;
    return `(${this.#isInSpan()} OR (${historical}))`;
  }
}
