import { appWords } from "../../words/app.ts";
import { channelsWords } from "../../words/channels.ts";
import { peopleWords } from "../../words/people.ts";
import "./details.css";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Details } from "../../client/client.ts";
import { useClient } from "../../client/client.ts";
import { ToolButton } from "../../parts/tool-button.tsx";
import { ChannelDetails } from "../channels/channel-details.tsx";
import { PeopleDetails } from "./people-details.tsx";
import { PersonDetails } from "./person-details.tsx";

/** The pane beside the conversation. */
export function DetailsPane({ details }: { readonly details: Details }) {
  useEffect(() => {
    if (details.kind === "people" && details.filters)
      document.querySelector<HTMLElement>(".details-body input")?.focus();
  }, [details]);
  switch (details.kind) {
    case "people":
      return (
        <Frame title={peopleWords().everybody}>
          <PeopleDetails />
        </Frame>
      );
    case "person":
      return (
        <Frame title={peopleWords().profile}>
          <PersonDetails key={details.user} user={details.user} />
        </Frame>
      );
    case "channel":
      return (
        <Frame title={channelsWords().details}>
          <ChannelDetails key={details.channel} channel={details.channel} />
        </Frame>
      );
    default:
      return details satisfies never;
  }
}

function Frame({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  const client = useClient();
  const close = () => {
    client.details.value = undefined;
  };
  return (
    <>
      <header class="details-head">
        <h2>{title}</h2>
        <ToolButton icon="x" label={appWords().close} onClick={close} />
      </header>
      <div class="details-body">{children}</div>
    </>
  );
}
