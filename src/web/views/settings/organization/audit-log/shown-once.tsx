import type { Client } from "../../../../client/client.ts";
import { Dialog, DoneButton } from "../../../../parts/overlays/dialog.tsx";
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
    <Dialog alert title={title} footer={<DoneButton />}>
      <p>{text}</p>
      {Object.entries(fields).map(([label, value]) => (
        <CopyField key={label} label={label} value={value} />
      ))}
    </Dialog>
  );
}
