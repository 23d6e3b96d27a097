import "./dialogs.css";
import { useState } from "preact/hooks";
import { type Client, useClient } from "../../client/client.ts";
import type { MessageId } from "../../model/ids.ts";
import { type FeedRoute, termsOf } from "../../model/routes/place.ts";
import { Field } from "../../parts/fields/field.tsx";
import { Dialog } from "../../parts/overlays/dialog.tsx";
import { dialogsWords } from "../../words/dialogs.ts";
import { labelOf } from "../../words/help.ts";
import { goFromHere } from "../go-from-here.ts";

export const openJumpToDate = (client: Client, place: FeedRoute): void => client.show(<JumpToDate place={place} />);

interface DateAnchor {
  /** Id of the first message at or after the requested time. Larger than any id if there is none. */
  readonly anchor: number;
  readonly messages: readonly { readonly id: MessageId }[];
}

/** Asks for a day, and jumps to the place's first message on or after that day. */
function JumpToDate({ place }: { readonly place: FeedRoute }) {
  const client = useClient();
  const [day, setDay] = useState("");
  const w = dialogsWords();
  const jump = async () => {
    const goOn = goFromHere(client);
    // The day starts in the reader's time zone.
    const begins = new Date(`${day}T00:00`).toISOString();
    const asked = { narrow: termsOf(place), anchor: "date", anchor_date: begins, num_before: 1, num_after: 0 };
    const { anchor, messages } = await client.api.get<DateAnchor>("/messages", asked);
    const newest = messages.at(-1)?.id;
    if (newest === undefined) client.toast({ text: w.jumpNothing });
    else {
      if (newest !== anchor) client.toast({ text: w.jumpedToNewest });
      goOn({ ...place, near: newest });
    }
  };
  return (
    <Dialog title={labelOf("jumpToDate")} size="s" submit={w.jumpDo} disabled={day === ""} onSubmit={jump}>
      <Field label={w.jumpDay} type="date" value={day} onInput={setDay} autofocus hint={w.jumpHint} />
    </Dialog>
  );
}
