import { Button } from "../../parts/button.tsx";
import { Empty } from "../../parts/progress.tsx";
import { appWords } from "../../words/app.ts";

/** Shown if a part of the program couldn't be loaded, because the network is down or a newer version was deployed. */
export function LoadFailure() {
  return (
    <Empty icon="circle-alert" title={appWords().partMissing} text={appWords().partMissingReason}>
      <Button kind="primary" onClick={() => location.reload()}>
        {appWords().reload}
      </Button>
    </Empty>
  );
}
