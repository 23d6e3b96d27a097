import "./content.css";
import "./code.css";
import { Component, createRef } from "preact";
import { loadDeferred } from "../../loads.ts";
import { serverHtml } from "../../parts/server-html.ts";
import type { ContentSurroundings } from "./content-surroundings.ts";
import { enhance } from "./enhance.ts";
import { measureAgain } from "./fold.ts";

interface Props {
  /** The id referenced by the row's `aria-describedby`. */
  readonly id?: string;
  readonly html: string;
  readonly surroundings: ContentSurroundings;
  /** Hides the initial "/me", which the sender's name replaces. */
  readonly isMe?: boolean;
  /** True to mark alert words in the content. */
  readonly hasAlertWord?: boolean;
}

/** Matches HTML with mentions or channel links, whose names can change. */
const NAMED = /-mention|class="(?:stream|message-link)/;

/** Shows the server's HTML of a message, and makes it interactive. */
export class MessageContent extends Component<Props> {
  readonly #root = createRef<HTMLDivElement>();
  #forgetNames = () => {};

  override shouldComponentUpdate(next: Props): boolean {
    return next.html !== this.props.html;
  }

  override componentDidMount(): void {
    this.#enhance();
  }

  override componentDidUpdate(): void {
    const fold = this.#root.current?.parentElement;
    if (fold) measureAgain(fold);
    this.#enhance();
  }

  override componentWillUnmount(): void {
    this.#forgetNames();
  }

  override render({ id, html }: Props) {
    return (
      <div class="message-fold" data-message={id}>
        <div id={id} class="content" ref={this.#root} dangerouslySetInnerHTML={serverHtml(html)} />
      </div>
    );
  }

  #enhance(): void {
    const root = this.#root.current;
    if (root === null) return;
    const { html, surroundings, isMe = false, hasAlertWord = false } = this.props;
    enhance(root, html, surroundings);
    this.#forgetNames();
    if (NAMED.test(html) || hasAlertWord) this.#forgetNames = followNamesSoon(root, surroundings, hasAlertWord);
    const first = isMe ? root.querySelector("p")?.firstChild : undefined;
    if (first instanceof Text) first.data = first.data.replace(/^\/me\s+/, "");
  }
}

/**
 * Keeps the names in a message's content up to date once the code for it is loaded. Returns a function that stops this.
 */
function followNamesSoon(...content: [HTMLElement, ContentSurroundings, boolean]): () => void {
  let end = () => {};
  let isOver = false;
  loadDeferred().then(
    ({ followNames }) => {
      if (!isOver) end = followNames(...content);
    },
    () => {},
  );
  return () => {
    isOver = true;
    end();
  };
}
