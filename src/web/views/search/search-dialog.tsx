import { keysWords } from "../../words/help.ts";
import "./search.css";
import { useClient } from "../../client/client.ts";
import type { Route, Term } from "../../model/routes/place.ts";
import { placeOfSearch } from "../../model/search/parse-search.ts";
import { Dialog } from "../../parts/overlays/dialog.tsx";
import { useClose } from "../../parts/overlays/overlays.tsx";
import { appWords } from "../../words/app.ts";
import { SearchBox } from "./search-box.tsx";
import { keepSearch } from "./searchable.ts";

export const SearchDialog = () => (
  <Dialog bare class="dialog-list search-dialog" title={keysWords().actions.search}>
    <SearchDialogBody />
  </Dialog>
);

function SearchDialogBody() {
  const client = useClient();
  const close = useClose();
  const search = (terms: readonly Term[]) => {
    keepSearch(client.watch(), terms);
    close();
    setTimeout(() => client.go(placeOfSearch(terms)));
  };
  return (
    <>
      <SearchBox isInline autofocus terms={[]} here={termsAt(client.place.peek())} onSearch={search} />
      <button type="button" class="search-cancel" onClick={close}>
        {appWords().cancel}
      </button>
    </>
  );
}

/** Returns the filters for a place, such as its topic and channel. */
function termsAt(place: Route): readonly (readonly Term[])[] {
  switch (place.view) {
    case "topic": {
      const channel: Term = { operator: "channel", operand: place.channel };
      return [[channel, { operator: "topic", operand: place.topic }], [channel]];
    }
    case "topics":
    case "channel":
      return [[{ operator: "channel", operand: place.channel }]];
    case "direct":
      return [[{ operator: "dm", operand: place.users }]];
    case "directs":
      return [[{ operator: "is", operand: "dm" }]];
    case "starred":
      return [[{ operator: "is", operand: "starred" }]];
    case "mentions":
      return [[{ operator: "is", operand: "mentioned" }]];
    default:
      return [];
  }
}
