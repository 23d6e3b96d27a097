import type { ActionName } from "../../keys.ts";
import type { OnMessage } from "./actions.ts";

type Actions = typeof import("./actions.ts");
let actions: Actions | undefined;

/** Does with a message what a key is for; false where that is not possible, so that the key may mean something else. */
export function actByKey(name: ActionName, on: OnMessage): boolean {
  if (actions !== undefined) return act(actions, name, on);
  import("./actions.ts").then(
    (loaded) => {
      actions = loaded;
      act(loaded, name, on);
    },
    () => undefined,
  );
  return true;
}

function act({ MESSAGE_ACTIONS }: Actions, name: ActionName, on: OnMessage): boolean {
  const action = MESSAGE_ACTIONS.find((one) => one.name === name);
  if (action === undefined || action.isPossible?.(on) === false) return false;
  void action.run(on);
  return true;
}
