import { Button } from "../../parts/button.tsx";
import { Empty } from "../../parts/empty.tsx";
import { words } from "../../words/words.ts";

/** Stands where a part of the program could not be loaded: there is no network, or a newer one has taken its place. */
export function LoadFailure() {
  return (
    <Empty icon="circle-alert" title={words().app.partMissing} text={words().app.partMissingReason}>
      <Button kind="primary" onClick={() => location.reload()}>
        {words().app.reload}
      </Button>
    </Empty>
  );
}
