import type { Client } from "../../../../client/client.ts";
import { Button } from "../../../../parts/button.tsx";
import { Dialog } from "../../../../parts/overlays/dialog.tsx";
import { useClose } from "../../../../parts/overlays/overlays.tsx";
import { appWords } from "../../../../words/app.ts";
import { CopyField } from "../../copy-field.tsx";

interface SecretOnce {
  readonly title: string;
  /** What the secret is for. */
  readonly text: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Shows a secret that the server reveals only once. */
export const showOnce = (client: Client, shown: SecretOnce): void => client.show(<ShownOnce {...shown} />);

function ShownOnce({ title, text, fields }: SecretOnce) {
  return (
    <Dialog alert title={title} footer={<Done />}>
      <p>{text}</p>
      {Object.entries(fields).map(([label, value]) => (
        <CopyField key={label} label={label} value={value} />
      ))}
    </Dialog>
  );
}

function Done() {
  const close = useClose();
  return (
    <Button kind="primary" onClick={close}>
      {appWords().done}
    </Button>
  );
}
