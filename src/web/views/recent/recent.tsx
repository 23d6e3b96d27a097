import "./recent.css";
import { useComputed } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { pressedKey } from "../../keyboard.ts";
import { channelById } from "../../model/channels/channels.ts";
import { topicName, VISIBILITY } from "../../model/channels/topics.ts";
import { perObject } from "../../model/per-object.ts";
import { filterRecent, type RecentFilter } from "../../model/recent/recent-filter.ts";
import type { RecentConversation } from "../../model/recent/recent-index.ts";
import type { Conversation } from "../../model/routes/conversation.ts";
import { unreadOf } from "../../model/unread/unread-counts.ts";
import { Button } from "../../parts/button.tsx";
import { errorText } from "../../parts/error-text.ts";
import { Choice, Toggle } from "../../parts/fields/choice.tsx";
import { LongList, type LongListHandle } from "../../parts/lists/long-list.tsx";
import { Empty, Skeleton, Spinner } from "../../parts/progress.tsx";
import { storedJson, storeJson } from "../../parts/stored-json.ts";
import { appWords } from "../../words/app.ts";
import { recentWords } from "../../words/nav.ts";
import { toggleVisibility } from "../dialogs/topic-actions.ts";
import { ScreenHeader } from "../frame/screen-header.tsx";
import { markRead } from "../mark-as-read/mark-read.ts";
import { nameOfDirect } from "../people/names.ts";
import { isHiddenConversation } from "./conversation-row.tsx";
import { RecentRow } from "./recent-row.tsx";

export function Recent() {
  const client = useClient();
  const [filter, setFilter] = useState<RecentFilter>(keptFilter);
  const list = useRef<LongListHandle>(null);
  const { kind } = client.connection.value;
  // Reloads once the network is back.
  useEffect(() => void client.recent.load(), [client, kind]);
  const change = (part: Partial<RecentFilter>) => {
    const next = { ...filter, ...part };
    keepFilter(next);
    setFilter(next);
  };
  const w = recentWords();
  return (
    <>
      <ScreenHeader title={w.title} />
      <div class="list-bar recent-bar">
        <input
          class="list-find recent-find"
          type="search"
          aria-label={w.find}
          placeholder={w.find}
          value={filter.text}
          onInput={(event) => change({ text: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (!["ArrowDown", "Enter"].includes(pressedKey(event) ?? "")) return;
            event.preventDefault();
            list.current?.focusFirst();
          }}
        />
        <div class="recent-line">
          {/* biome-ignore lint/a11y/useSemanticElements: a legend is not shown */}
          <div class="recent-filters" role="group" aria-label={w.filters}>
            <Toggle label={w.unread} pressed={filter.unread} onChange={(unread) => change({ unread })} />
            <Toggle
              label={w.participated}
              pressed={filter.participated}
              onChange={(participated) => change({ participated })}
            />
            <Toggle label={w.muted} pressed={filter.muted} onChange={(muted) => change({ muted })} />
          </div>
          <Choice
            as="row"
            quiet
            label={w.kind}
            value={filter.kind}
            options={[
              { value: "all", label: w.all },
              { value: "topics", label: w.topics },
              { value: "directs", label: w.directs },
            ]}
            onChange={(kind) => change({ kind })}
          />
        </div>
      </div>
      <Conversations filter={filter} list={list} onClear={() => change(NO_FILTER)} />
    </>
  );
}

interface ConversationsProps {
  readonly filter: RecentFilter;
  readonly list: { current: LongListHandle | null };
  readonly onClear: () => void;
}

function Conversations({ filter, list, onClear }: ConversationsProps) {
  const client = useClient();
  // Cached per conversation object, because visibility settings rarely change while messages arrive.
  const isHidden = useComputed(() => {
    const state = client.watch("topics", "channels", "users");
    return perObject((one: RecentConversation) => isHiddenConversation(state, one.conversation));
  }).value;
  const facts = useComputed(() => {
    const state = client.watch("unread", "topics", "channels", "users");
    const { conversations } = unreadOf(state);
    return {
      unread: (one: RecentConversation) => conversations.get(one.key)?.count ?? 0,
      textOf: ({ conversation }: RecentConversation) =>
        conversation.kind === "topic"
          ? `${topicName(state, conversation.topic)} ${channelById(state, conversation.channel)?.name ?? ""}`
          : nameOfDirect(state, conversation.users),
    };
  }).value;
  const all = client.recent.list.value;
  const shown = filterRecent(all, filter, { ...facts, isHidden });
  const { isLoading, isWhole, failure } = client.recent.reach.value;
  const w = recentWords();
  if (all.length === 0) {
    if (failure !== undefined) {
      return (
        <Empty icon="triangle-alert" title={w.failed} text={errorText(failure)}>
          <Button onClick={() => void client.recent.load()}>{appWords().retry}</Button>
        </Empty>
      );
    }
    return isWhole ? (
      <Empty icon="clock" title={w.empty.title} text={w.empty.text} />
    ) : (
      <Skeleton of="rows" label={w.loading} />
    );
  }
  const toggle = (conversation: Conversation, value: typeof VISIBILITY.followed | typeof VISIBILITY.muted) => {
    if (conversation.kind === "topic") toggleVisibility(client, conversation, value);
  };
  const older = !isWhole && (
    <div class="recent-more">
      {failure !== undefined && <span role="alert">{errorText(failure)}</span>}
      {isLoading ? <Spinner /> : <Button onClick={() => void client.recent.more()}>{w.more}</Button>}
    </div>
  );
  if (shown.length === 0) {
    return (
      <>
        <Empty icon="search" title={w.none.title} text={w.none.text}>
          <Button onClick={onClear}>{w.clear}</Button>
        </Empty>
        {older}
      </>
    );
  }
  return (
    <LongList
      label={w.title}
      items={shown}
      keyOf={({ key }) => key}
      memory="recent"
      handle={list}
      row={(one) => <RecentRow recent={one} />}
      actions={[
        ["markItemRead", ({ conversation }) => markRead(client, [conversation])],
        ["followTopic", ({ conversation }) => toggle(conversation, VISIBILITY.followed)],
        ["muteTopic", ({ conversation }) => toggle(conversation, VISIBILITY.muted)],
      ]}
      after={older}
    />
  );
}

const STORAGE_KEY = "parley.recent";

const NO_FILTER: RecentFilter = { unread: false, participated: false, muted: false, kind: "all", text: "" };

/** The filter last set in this browser, without the typed text. */
const keptFilter = (): RecentFilter => ({ ...NO_FILTER, ...storedJson<Partial<RecentFilter>>(STORAGE_KEY), text: "" });

const keepFilter = ({ text: _, ...filter }: RecentFilter): void => storeJson(STORAGE_KEY, filter);
