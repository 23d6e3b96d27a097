import "./board.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { loadBoard } from "../../client/background/boards.ts";
import { useClient } from "../../client/client.ts";
import { hashForRoute } from "../../model/addresses/address.ts";
import { canChangeBoard } from "../../model/channels/board-pins.ts";
import { boardOf } from "../../model/channels/boards.ts";
import { channelById } from "../../model/channels/channels.ts";
import type { Route } from "../../model/routes/place.ts";
import type { Board, Channel } from "../../model/state.ts";
import { Button } from "../../parts/button.tsx";
import { errorText } from "../../parts/error-text.ts";
import { Empty, Skeleton } from "../../parts/progress.tsx";
import { appWords } from "../../words/app.ts";
import { boardWords } from "../../words/board.ts";
import { navWords } from "../../words/nav.ts";
import { ChannelMark, ChannelWord } from "../channels/conversation-marks.tsx";
import { ScreenHeader } from "../frame/screen-header.tsx";
import { EditPage, PageSection } from "./page-section.tsx";
import { AddLink, PinSections } from "./pins.tsx";

type BoardPlace = Extract<Route, { readonly view: "board" }>;

export function BoardScreen({ place }: { readonly place: BoardPlace }) {
  const state = useClient().watch("channels");
  const channel = channelById(state, place.channel);
  if (channel === undefined) return null;
  return (
    <>
      <ScreenHeader
        mark={<ChannelMark channel={channel} />}
        within={<a href={hashForRoute({ view: "topics", channel: place.channel }, state)}>{channel.name}</a>}
        title={navWords().board}
        note={<ChannelWord channel={channel} />}
      />
      <Loaded key={place.channel} channel={channel} />
    </>
  );
}

function Loaded({ channel }: { readonly channel: Channel }) {
  const client = useClient();
  const state = client.watch("boards", "channels");
  const id = channel.stream_id;
  const { kind } = client.connection.value;
  const board = boardOf(state, id);
  const latest = useRef<Board>(undefined);
  const [failure, setFailure] = useState<unknown>();
  const isKnown = board !== undefined;
  const load = () => {
    setFailure(undefined);
    return loadBoard(client, id).catch(setFailure);
  };
  // Loads the board again once the network is back, and when it was dropped because events were missed.
  useEffect(() => void (!isKnown && load()), [isKnown, kind]);
  if (board !== undefined) latest.current = board;
  const shown = board ?? latest.current;
  const w = boardWords();
  if (shown !== undefined) return <Content channel={channel} board={shown} />;
  if (failure === undefined) return <Skeleton of="rows" label={w.loading} />;
  const isOffline = kind === "offline";
  return (
    <Empty
      icon={isOffline ? "wifi-off" : "triangle-alert"}
      title={w.failed}
      text={isOffline ? w.offline : errorText(failure)}
    >
      {!isOffline && <Button onClick={load}>{appWords().retry}</Button>}
    </Empty>
  );
}

function Content({ channel, board }: { readonly channel: Channel; readonly board: Board }) {
  const state = useClient().watch("channels", "groups", "realm");
  const [isEditing, setEditing] = useState(false);
  const w = boardWords();
  if (!isEditing && board.pins.length === 0 && board.page.content === "") {
    return (
      <Empty icon="pin" title={w.empty} text={w.emptyText}>
        {canChangeBoard(state, channel) && (
          <>
            <EditPage channel={channel} page={board.page} onEdit={() => setEditing(true)} />
            <AddLink channel={channel.stream_id} />
          </>
        )}
      </Empty>
    );
  }
  return (
    <div class="board">
      <div class="board-column">
        <PageSection channel={channel} page={board.page} isEditing={isEditing} onEdit={setEditing} />
        <PinSections channel={channel} pins={board.pins} />
      </div>
    </div>
  );
}
