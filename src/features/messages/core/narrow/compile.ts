import { bulkRowId } from "../../../../database/bulk-table.ts";
import { mentionWord } from "../search/index.ts";
import { PersonalFlag } from "../store/personal-flags.ts";
import type { Bindings } from "./bindings.ts";
import {
  type CompileContext,
  conditionSql,
  exactPhrases,
  isFlagged,
  isListedConversation,
  isNotRead,
  RESOLVED,
} from "./conditions.ts";
import type { Condition, Filter } from "./filter.ts";
import { type KeyQuery, keyExtent, keyQueries, nearbyFirst, union } from "./key-queries.ts";
import {
  conditionsOf,
  intersection,
  requiresState,
  type Scope,
  type SplitSpans,
  scopeOf,
  splitSpans,
  unreadSpans,
} from "./scope.ts";
import { SpanTables } from "./span-tables.ts";
import { type BulkView, LAST_ID, type Span } from "./view.ts";

export interface Matches {
  readonly keys: KeyQuery;
  /** Common table expressions that the key queries refer to. */
  readonly tables: readonly string[];
}

/**
 * Compiles a filter to SQL. Each key query reads an index in message order and stops at the limit. The filter's
 * conditions decide here which index drives the statement, because D1 keeps no statistics. Conditions that the index
 * doesn't imply are tested on each candidate. Returns null if nothing can match.
 */
export function compile(filter: Filter, view: BulkView, bindings: Bindings, name: string): Matches | null {
  const tables = new SpanTables(name, view.realm, bindings);
  const found = new Compiler(filter, { view, bindings, tables }).streams();
  return found.length === 0 ? null : { keys: union(found), tables: tables.definitions };
}

/** Up to this many channels are searched individually, without first checking the messages nearest to the anchor. */
const FEW_CHANNELS = 16;

const hasFewChannels = (spans: readonly Span[]) =>
  spans.filter(({ channel }) => channel !== null).length <= FEW_CHANNELS;

class Compiler {
  readonly #filter: Filter;
  readonly #context: CompileContext;
  readonly #scope: Scope;
  readonly #from: ReturnType<typeof keyQueries>;

  constructor(filter: Filter, context: CompileContext) {
    this.#filter = filter;
    this.#context = context;
    this.#scope = scopeOf(filter, context.view);
    this.#from = keyQueries(context);
  }

  streams(): KeyQuery[] {
    if (this.#scope.spans.length === 0 && this.#scope.historical.length === 0) return [];
    if (conditionsOf(this.#filter, "search").some(({ query }) => query.match === null)) return [];
    return this.#fewRows() ?? [...this.#inSpans(), ...this.#outsideSpans()];
  }

  /**
   * Queries messages listed by id, or found by a flag or mention. They are few, regardless of the other conditions.
   * Returns undefined if the filter has no such condition.
   */
  #fewRows(): KeyQuery[] | undefined {
    const [listed] = conditionsOf(this.#filter, "ids");
    if (listed !== undefined) return [this.#from.listed(listed.ids, this.#testsInBase(listed))];
    const states = conditionsOf(this.#filter, "is");
    const flagged = states.find(({ what }) => what === "starred" || what === "alerted");
    if (flagged !== undefined) {
      const flag = flagged.what === "starred" ? PersonalFlag.starred : PersonalFlag.hasAlertWord;
      return [this.#from.flagged(flag, this.#testsInBase(flagged))];
    }
    const mentioned = states.find(({ what }) => what === "mentioned");
    if (mentioned !== undefined) return this.#mentions(mentioned);
    const [naming] = conditionsOf(this.#filter, "mentions");
    return naming && this.#naming(naming.id);
  }

  /**
   * Queries messages that mention a user by name. The flag finds those that the user received. The text index finds
   * others, if they were indexed with their mentions. Each result is checked for such a mention, because the flag also
   * marks mentions of the user's groups.
   */
  #naming(user: number): KeyQuery[] {
    const tests = this.#testsInBase();
    const { realm } = this.#context.view;
    return [
      this.#from.flagged(PersonalFlag.mentioned, tests, user),
      this.#from.matching(`"${mentionWord(user)}"`, tests, [bulkRowId(realm, 0), bulkRowId(realm, LAST_ID)]),
    ];
  }

  #mentions(implied?: Condition): KeyQuery[] {
    const tests = this.#testsInBase(implied);
    return [this.#from.flagged(PersonalFlag.mentioned, tests), this.#from.wildcardMentions(tests)];
  }

  /**
   * Queries the `historical` messages outside the spans or, in a search for unread messages, those listed as unread.
   */
  #outsideSpans(): KeyQuery[] {
    const unread = conditionsOf(this.#filter, "is").find(({ what }) => what === "unread");
    if (unread !== undefined) {
      const { unread: ids } = this.#context.view.read;
      return ids.length === 0 ? [] : [this.#from.listed(ids, this.#testsInBase(unread))];
    }
    if (this.#scope.historical.length === 0) return [];
    return [this.#from.flagged(PersonalFlag.historical, [this.#isHistoricalChannel(), ...this.#tests()])];
  }

  #inSpans(): KeyQuery[] {
    const spans = requiresState(this.#filter, "unread")
      ? intersection(this.#scope.spans, unreadSpans(this.#context.view))
      : this.#scope.spans;
    if (spans.length === 0) return [];
    const extent = keyExtent(this.#context.view.realm, spans);
    const isNamed = conditionsOf(this.#filter, "conversations").length > 0;
    const isOfDirects = isNamed && spans.every(({ channel }) => channel === null);
    if (isOfDirects || conditionsOf(this.#filter, "topic").length > 0) return this.#splitSpans(spans);

    const [search] = conditionsOf(this.#filter, "search");
    if (search?.query.match != null) {
      const exact = exactPhrases(search.query, this.#context.bindings);
      return [this.#from.matching(search.query.match, [...exact, ...this.#testsInSpan(search)], extent)];
    }
    const [sender] = conditionsOf(this.#filter, "sender");
    if (sender !== undefined) return [this.#from.sentBy(sender.id, this.#testsInSpan(sender), extent)];
    return this.#marked(spans, isNamed && hasFewChannels(spans)) ?? this.#splitSpans(spans);
  }

  /**
   * Queries an index of properties that few messages have. Links are too common, as are reactions and resolved topics
   * within one channel.
   */
  #marked(spans: readonly Span[], isNarrow: boolean): KeyQuery[] | undefined {
    const extent = keyExtent(this.#context.view.realm, spans);
    const contents = conditionsOf(this.#filter, "has");
    for (const contained of contents) {
      if (contained.what !== "image" && contained.what !== "attachment" && contained.what !== "assistant") continue;
      const condition = conditionSql({ ...contained, negated: false }, this.#context);
      return [this.#from.marked(condition, this.#testsInSpan(contained), extent)];
    }
    if (isNarrow) return undefined;
    const reacted = contents.find(({ what }) => what === "reaction");
    if (reacted !== undefined) return [this.#from.reactedTo(this.#testsInSpan(reacted), extent)];
    const resolved = conditionsOf(this.#filter, "is").find(({ what }) => what === "resolved");
    return resolved && [this.#from.marked(RESOLVED, this.#testsInSpan(resolved), extent)];
  }

  #splitSpans(spans: readonly Span[]): KeyQuery[] {
    const split = splitSpans(this.#filter, this.#context.view, spans);
    const found: KeyQuery[] = [];
    if (split.conversations.length > 0) found.push(this.#conversations(split));
    if (split.topics.length > 0) found.push(this.#from.topics(split.topics, this.#testsInSplit(split)));
    return split.orMentioned ? [...found, ...this.#mentions()] : found;
  }

  #conversations(split: SplitSpans): KeyQuery {
    const { conversations } = split;
    const tests = this.#testsInSplit(split);
    if (requiresState(this.#filter, "unread") || hasFewChannels(conversations)) {
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

  /**
   * Returns the conditions that split spans don't imply. The spans lie within the named conversations and, in a search
   * for unread messages, above the messages already read.
   */
  #testsInSplit({ implied }: SplitSpans): string[] {
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
