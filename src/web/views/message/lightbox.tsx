import "./lightbox.css";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { arrowTo, pressedKey } from "../../keyboard.ts";
import { ToolButton } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Dialog } from "../../parts/overlays/dialog.tsx";
import { showDialog, useClose } from "../../parts/overlays/overlays.tsx";
import { appWords } from "../../words/app.ts";
import { lightboxWords } from "../../words/dialogs.ts";
import { PICTURE_LINKS } from "../content/picture-links.ts";

interface Picture {
  readonly src: string;
  readonly name: string;
}

/** Returns the images of the link's feed in order, and the index of the link's own image. */
function picturesAround(link: HTMLElement): { readonly pictures: readonly Picture[]; readonly index: number } {
  const list = link.closest("[role=feed]") ?? link.closest("[data-row]") ?? link;
  const links = [...list.querySelectorAll<HTMLAnchorElement>(PICTURE_LINKS)];
  const pictures = links.map((one) => ({
    // Browsers that can't show the original get the server's converted version.
    src: originalOf(one),
    name: one.querySelector("img")?.alt ?? "",
  }));
  return { pictures, index: Math.max(0, links.indexOf(link as HTMLAnchorElement)) };
}

function originalOf(link: HTMLAnchorElement): string {
  const image = link.querySelector("img");
  // An external image is loaded through the server, so that the site doesn't learn who views it.
  if (image?.getAttribute("src")?.startsWith("/external_content/")) return image.src;
  const transcoded = image?.dataset["transcodedImage"];
  return image === null || transcoded === undefined ? link.href : new URL(transcoded, image?.src).href;
}

export function openLightbox(link: HTMLElement): void {
  showDialog(<Lightbox {...picturesAround(link)} />);
}

const Close = () => <ToolButton icon="x" label={appWords().close} onClick={useClose()} />;

/** The dark backdrop around the image. Clicking it closes the lightbox, as with any dialog. */
function Stage({ isLarge, children }: { readonly isLarge: boolean; readonly children: ComponentChildren }) {
  const close = useClose();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it as a click does
    // biome-ignore lint/a11y/noStaticElementInteractions: a button around the image would be a second close button
    <div
      class={isLarge ? "lightbox-stage lightbox-large" : "lightbox-stage"}
      // On click rather than on press, because a finger that zooms may be next to the image.
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) close();
      }}
    >
      {children}
    </div>
  );
}

function Lightbox({ pictures, index }: { readonly pictures: readonly Picture[]; readonly index: number }) {
  const [at, setAt] = useState(index);
  const [isLarge, setLarge] = useState(false);
  const picture = pictures[at];
  const go = (by: number) => {
    setAt((now) => Math.min(Math.max(now + by, 0), pictures.length - 1));
    setLarge(false);
  };
  // A layout effect, so that no key pressed right after the image appears is lost.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = pressedKey(event) ?? "";
      const to = arrowTo({ key });
      if (to !== undefined) {
        event.preventDefault();
        go(to === "start" ? -1 : 1);
      } else if (key === "z" || key === "+") setLarge((now) => !now);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  if (picture === undefined) return null;
  const lightbox = lightboxWords();
  return (
    <Dialog title={picture.name} bare class="lightbox">
      <div class="lightbox-bar">
        <span class="one-line">{picture.name}</span>
        {pictures.length > 1 && (
          <>
            <span class="lightbox-count">{lightbox.count(at + 1, pictures.length)}</span>
            <ToolButton icon="arrow-left" label={lightbox.previous} disabled={at === 0} onClick={() => go(-1)} />
            <ToolButton
              icon="arrow-right"
              label={lightbox.next}
              disabled={at === pictures.length - 1}
              onClick={() => go(1)}
            />
          </>
        )}
        <ToolButton icon="maximize-2" label={lightbox.zoom} pressed={isLarge} onClick={() => setLarge(!isLarge)} />
        <a class="tool-button tool-button-m" href={picture.src} download="" aria-label={appWords().download}>
          <Icon name="download" />
        </a>
        <Close />
      </div>
      <Stage isLarge={isLarge}>
        {/* The key, because an element shows its former image until the next one is loaded. */}
        <img key={picture.src} src={picture.src} alt={picture.name} />
      </Stage>
    </Dialog>
  );
}
