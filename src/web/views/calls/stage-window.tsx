import { render } from "preact";
import { useEffect } from "preact/hooks";
import type { CallSession } from "../../client/calls/call-session.ts";
import { stagePlace } from "../../client/calls/current-call.ts";
import { ClientProvider, useClient } from "../../client/client.ts";
import { Stage } from "./stage.tsx";

/** Chromium's always-on-top windows. */
interface PictureInPicture {
  requestWindow(options: { readonly width: number; readonly height: number }): Promise<Window>;
}

const windows = (): PictureInPicture | undefined =>
  (globalThis as { documentPictureInPicture?: PictureInPicture }).documentPictureInPicture;

/** True if this browser can show the stage in an always-on-top window. */
export const hasStageWindows = (): boolean => windows() !== undefined;

/** Shows the stage in a small window until it is closed or reopened in the page. */
export function StageWindow({ session }: { readonly session: CallSession }) {
  const client = useClient();
  useEffect(() => {
    let isOver = false;
    let view: Window | undefined;
    const closed = () => {
      if (!isOver) stagePlace.value = undefined;
    };
    const open = async () => {
      view = await windows()?.requestWindow({ width: 420, height: 260 });
      if (view === undefined || isOver) return view?.close();
      const { document: page } = view;
      for (const { name, value } of document.documentElement.attributes) page.documentElement.setAttribute(name, value);
      for (const style of document.querySelectorAll("link[rel=stylesheet]"))
        page.head.append(page.importNode(style, true));
      page.title = document.title;
      page.body.className = "call-window";
      const stage = (
        <ClientProvider value={client}>
          <Stage session={session} isSmall />
        </ClientProvider>
      );
      render(stage, page.body);
      view.addEventListener("pagehide", () => {
        render(null, page.body);
        closed();
      });
    };
    open().catch(closed);
    return () => {
      isOver = true;
      view?.close();
    };
  }, []);
  return null;
}
