import "./keys-dialog.css";
import { useState } from "preact/hooks";
import type { Client } from "../../client/client.ts";
import { letterKeys, setLetterKeys } from "../../keyboard.ts";
import { ACTION_NAMES, ACTIONS, type ActionName, actionKeys, capsOf, type KeyScope } from "../../keys.ts";
import { fold } from "../../model/match.ts";
import { Switch } from "../../parts/fields/choice.tsx";
import { SearchField } from "../../parts/fields/field.tsx";
import { Dialog } from "../../parts/overlays/dialog.tsx";
import { keysWords, labelOf } from "../../words/help.ts";

const PLACES: readonly KeyScope[] = ["anywhere", "list", "feed", "message", "composer"];

const Caps = ({ name }: { readonly name: ActionName }) => (
  <>
    {actionKeys(name).map((key, index) => (
      <span key={key} class="keys-key">
        {index > 0 && <span class="keys-or">{keysWords().or}</span>}
        {capsOf(key).map((cap) => (
          <kbd key={cap}>{cap}</kbd>
        ))}
      </span>
    ))}
  </>
);

export const openKeysDialog = (client: Client): void => client.show(<KeysDialog />);

/** Lists all keys by page area, with a switch for single-letter keys. */
function KeysDialog() {
  const [typed, setTyped] = useState("");
  const text = keysWords();
  const wanted = fold(typed).trim();
  const shown = (place: KeyScope) =>
    ACTION_NAMES.filter(
      (name) => ACTIONS[name].where === place && actionKeys(name).length > 0 && fold(labelOf(name)).includes(wanted),
    );
  const places = PLACES.map((place) => ({ place, names: shown(place) })).filter(({ names }) => names.length > 0);
  return (
    <Dialog title={text.actions.help} size="l" class="keys-dialog">
      <SearchField
        label={text.search}
        value={typed}
        onInput={setTyped}
        autofocus={matchMedia("(pointer: fine)").matches}
      />
      <div class="keys-places">
        {places.map(({ place, names }) => (
          <section key={place} aria-label={text.where[place]}>
            <h3>{text.where[place]}</h3>
            <dl>
              {names.map((name) => (
                <div key={name} class="keys-row">
                  <dt>{labelOf(name)}</dt>
                  <dd>
                    <Caps name={name} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        {places.length === 0 && <p>{text.none}</p>}
      </div>
      <Switch label={text.letters} hint={text.lettersHint} on={letterKeys.value} onChange={setLetterKeys} />
    </Dialog>
  );
}
