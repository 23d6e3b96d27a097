import type { Client } from "../../client/client.ts";
import { isPermitted } from "../../keyboard.ts";
import type { Conversation } from "../../model/routes/conversation.ts";
import type { FeedRoute } from "../../model/routes/place.ts";
import type { MenuEntry } from "../../parts/overlays/menu.tsx";
import { callsWords } from "../../words/calls.ts";
import { labelOf } from "../../words/help.ts";
import { boardEntry, channelMenu } from "../channels/channel-actions.ts";
import { openJumpToDate } from "../dialogs/jump-to-date.tsx";
import { topicMenu } from "../dialogs/topic-actions.ts";
import { canBeginCall, openCall } from "../open-call.ts";

/** The menu in the header of a topic, channel or direct conversation. */
export function placeMenu(client: Client, place: FeedRoute): readonly MenuEntry[] {
  const conversation = conversationAt(place);
  return [
    conversation !== undefined &&
      canBeginCall(client.watch(), conversation) && {
        label: callsWords().startVideo,
        icon: "video",
        run: () => void openCall(client, conversation, true),
      },
    {
      label: labelOf("jumpToDate"),
      icon: "calendar-clock",
      action: "jumpToDate",
      run: () => openJumpToDate(client, place),
    },
    place.view !== "direct" && "line",
    place.view === "topic" && isPermitted("details") && boardEntry(client, place.channel),
    ...(place.view === "topic" ? topicMenu(client, place) : []),
    ...(place.view === "channel" ? channelMenu(client, place.channel) : []),
  ];
}

function conversationAt(place: FeedRoute): Conversation | undefined {
  if (place.view === "topic") return { kind: "topic", channel: place.channel, topic: place.topic };
  return place.view === "direct" ? { kind: "direct", users: place.users } : undefined;
}
