import { useClient } from "../client/client.ts";
import { Button, type ButtonProps } from "../parts/button.tsx";
import { appWords } from "../words/app.ts";
import { copyText } from "./copy-text.ts";

interface CopyButtonProps extends Pick<ButtonProps, "kind" | "disabled"> {
  readonly text: string;
}

export function CopyButton({ text, ...button }: CopyButtonProps) {
  const client = useClient();
  return (
    <Button {...button} icon="copy" onClick={() => void copyText(client, text)}>
      {appWords().copy}
    </Button>
  );
}
