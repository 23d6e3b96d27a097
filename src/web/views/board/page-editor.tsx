import { useEffect, useRef, useState } from "preact/hooks";
import { type Client, useClient } from "../../client/client.ts";
import type { ChannelId } from "../../model/ids.ts";
import type { BoardPage } from "../../model/state.ts";
import { Button } from "../../parts/button.tsx";
import { errorText, showError } from "../../parts/error-text.ts";
import { Field, FieldError } from "../../parts/fields/field.tsx";
import { appWords } from "../../words/app.ts";
import { boardWords } from "../../words/board.ts";
import { composeWords } from "../../words/compose.ts";
import { FormatBar } from "../compose/format-bar.tsx";
import { Preview } from "../compose/markdown-field.tsx";
import { lengthOf } from "../compose/problems.ts";
import { nameOfUser } from "../people/names.ts";
import { useIsOpen } from "../use-is-open.ts";
import { keepPageDraft, type PageDraft, pageDraft } from "./page-draft.ts";

/** Another version of the page that was merged into the text. */
interface Merged {
  readonly clashes: number;
  readonly mine: string;
  readonly theirs: string;
}

interface PageEditorProps {
  readonly channel: ChannelId;
  readonly page: BoardPage;
  readonly onClose: () => void;
}

export function PageEditor({ channel, page, onClose }: PageEditorProps) {
  const client = useClient();
  const state = client.watch("users", "realm");
  const area = useRef<HTMLTextAreaElement | null>(null);
  const started = { version: page.version, base: page.content, text: page.content };
  const [draft, setDraft] = useState<PageDraft>(() => pageDraft(client, channel) ?? started);
  const [merged, setMerged] = useState<Merged>();
  const [isPreview, setPreview] = useState(false);
  const [error, setError] = useState<string>();
  const w = boardWords();
  const app = appWords();
  const limit = state.max_message_length;
  const excess = lengthOf(draft.text.trimEnd()) - limit;
  const isChanged = draft.text.trimEnd() !== draft.base.trimEnd();
  const who = nameOfUser(state, page.edited_by);

  /** The latest draft. `draft` may be older, because it is the one rendered when a save began. */
  const current = useRef(draft);
  const isOpen = useIsOpen();
  /**
   * Returns the latest draft, including text typed since a save began. If the text equals its base, no draft is stored.
   */
  const latest = () => pageDraft(client, channel) ?? current.current;
  const put = (next: PageDraft) => {
    current.current = next;
    setDraft(next);
    keepPageDraft(client, channel, next.text === next.base ? undefined : next);
  };
  const merge = async ({ version, content: theirs }: Pick<BoardPage, "version" | "content">) => {
    const { mergeTexts } = await import("../../model/channels/merge-texts.ts");
    const { base, text: mine } = latest();
    const { text, clashes } = mergeTexts(base, mine, theirs);
    put({ version, base: theirs, text });
    setMerged({ clashes, mine, theirs });
  };
  const save = async () => {
    if (excess > 0) return;
    setError(undefined);
    const sent = latest();
    try {
      const now = await savePage(client, channel, sent);
      // The draft was discarded while the page was being saved.
      if (!isOpen.current && pageDraft(client, channel) === undefined) return;
      // When the editor is opened again, it offers to merge the changes.
      if (now.content !== sent.text && !isOpen.current)
        return client.toast({ text: w.changedMeanwhile(who), kind: "error" });
      if (now.content !== sent.text) return await merge(now);
      const { text } = latest();
      // Text typed while saving is still unsaved, so it is kept as a draft.
      if (text !== sent.text) return put({ version: now.version, base: sent.text, text });
      keepPageDraft(client, channel, undefined);
      onClose();
    } catch (failure) {
      if (!isOpen.current) return pageDraft(client, channel) && showError(client, failure);
      setError(errorText(failure));
    }
  };
  useEffect(() => area.current?.focus(), [isPreview]);
  return (
    <div class="board-editor">
      {page.version > draft.version && (
        <div class="board-notice" role="status">
          <p>{w.changedMeanwhile(who)}</p>
          <Button run={() => merge(page).catch((failure) => setError(errorText(failure)))}>{w.merge}</Button>
        </div>
      )}
      {merged !== undefined && <MergedNotice merged={merged} who={who} onUse={(text) => put({ ...draft, text })} />}
      {isPreview ? (
        <Preview text={draft.text} />
      ) : (
        <Field
          label={w.pageText}
          value={draft.text}
          onInput={(text) => put({ ...latest(), text })}
          lines={14}
          error={excess > 0 ? composeWords().problems.tooLong(excess, limit) : undefined}
          elementRef={(element) => {
            area.current = element as HTMLTextAreaElement | null;
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
          }}
        />
      )}
      <FieldError text={error} />
      <div class="board-editor-bar">
        {!isPreview && <FormatBar area={area} />}
        <Button kind="quiet" icon={isPreview ? "pencil" : "eye"} onClick={() => setPreview(!isPreview)}>
          {isPreview ? composeWords().writeOn : app.preview}
        </Button>
        <span class="board-editor-gap" />
        {isChanged && (
          <Button
            kind="quiet"
            onClick={() => {
              keepPageDraft(client, channel, undefined);
              onClose();
            }}
          >
            {w.discard}
          </Button>
        )}
        <Button onClick={onClose}>{app.close}</Button>
        <Button kind="primary" disabled={!isChanged || excess > 0} run={save}>
          {app.save}
        </Button>
      </div>
    </div>
  );
}

/**
 * Saves a page. Returns the page's current version. Its content is different if someone else has changed the page
 * since.
 */
export async function savePage(
  { api }: Client,
  channel: ChannelId,
  { version: base_version, text: content }: Pick<PageDraft, "version" | "text">,
): Promise<Pick<BoardPage, "version" | "content">> {
  try {
    const { version } = await api.patch<{ version: number }>(`/streams/${channel}/page`, { content, base_version });
    return { version, content };
  } catch (error) {
    const { code, body } = error as { readonly code?: string; readonly body?: Readonly<Record<string, unknown>> };
    if (code !== "PAGE_CONFLICT") throw error;
    return { version: Number(body?.["version"]), content: String(body?.["content"]) };
  }
}

interface MergedNoticeProps {
  readonly merged: Merged;
  readonly who: string;
  readonly onUse: (text: string) => void;
}

/** Shows that another version was merged into the text, with both versions. */
function MergedNotice({ merged: { clashes, mine, theirs }, who, onUse }: MergedNoticeProps) {
  const w = boardWords();
  const versions = [
    [w.theirs, theirs],
    [w.mine, mine],
  ] as const;
  return (
    <div class="board-notice">
      <p role="alert">
        {w.changedMeanwhile(who)} {clashes === 0 ? w.merged : w.clashes(clashes)}
      </p>
      <div class="board-versions">
        {versions.map(([name, text]) => (
          <details key={name} open={clashes > 0}>
            <summary>{name}</summary>
            <pre dir="auto">{text}</pre>
            <Button onClick={() => onUse(text)}>{w.useText}</Button>
          </details>
        ))}
      </div>
    </div>
  );
}
