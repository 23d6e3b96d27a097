import { useRef } from "preact/hooks";
import { Button, type ButtonProps } from "../button.tsx";

interface Props extends Omit<ButtonProps, "type" | "onClick" | "run"> {
  readonly accept: string;
  readonly onFile: (file: File) => void;
}

export function FileButton({ accept, onFile, ...button }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={({ currentTarget: field }) => {
          const [file] = field.files ?? [];
          if (file !== undefined) onFile(file);
          // Browsers report no change when the same file is chosen again, although it may have been edited.
          field.value = "";
        }}
      />
      <Button {...button} onClick={() => input.current?.click()} />
    </>
  );
}
