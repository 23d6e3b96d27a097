import { Button } from "../../parts/button.tsx";
import { Empty } from "../../parts/lists/empty.tsx";
import { appWords } from "../../words/app.ts";

/** Stands where a part of the program could not be loaded: there is no network, or a newer one has taken its place. */
export function LoadFailure() {
  return (
    <Empty icon="circle-alert" title={appWords().partMissing} text={appWords().partMissingReason}>
      <Button kind="primary" onClick={() => location.reload()}>
        {appWords().reload}
      </Button>
    </Empty>
  );
}
