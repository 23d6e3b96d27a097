import type { ComponentChildren } from "preact";
import { useClient } from "../../client/client.ts";
import { ToolButton } from "../../parts/button.tsx";
import { appWords } from "../../words/app.ts";

interface PlaceBarProps {
  /** An icon or image before the title. */
  readonly mark?: ComponentChildren;
  /** The place's parent, such as a topic's channel. It is above the title, together with the mark. */
  readonly within?: ComponentChildren;
  readonly title: ComponentChildren;
  /** Text after the title, for screen readers. */
  readonly note?: ComponentChildren;
  /** Text next to the title, such as the channel's description. */
  readonly about?: ComponentChildren;
  /**
   * True while the screen is loading. The title then isn't a heading yet, because the focus waits for the heading of
   * the loaded screen.
   */
  readonly isLate?: boolean;
  /** Buttons at the end. */
  readonly children?: ComponentChildren;
}

export function ScreenHeader({ mark, within, title, note, about, isLate = false, children }: PlaceBarProps) {
  const client = useClient();
  const Title = isLate ? "p" : "h1";
  return (
    <header class="place-bar">
      {client.place.value.view !== "inbox" && (
        <span class="place-back">
          <ToolButton icon="arrow-left" label={appWords().back} onClick={() => client.back()} />
        </span>
      )}
      {!within && mark}
      <div class={within ? "place-names place-inner" : "place-names"}>
        {within && (
          <div class="place-within one-line">
            {mark}
            {within}
          </div>
        )}
        <Title class="place-title one-line">{title}</Title>
        {note}
        {about && <div class="place-about one-line">{about}</div>}
      </div>
      <div class="place-tools">{children}</div>
    </header>
  );
}
