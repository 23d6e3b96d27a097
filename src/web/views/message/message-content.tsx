import "./content.css";
import "./code.css";
import { effect } from "@preact/signals";
import { Component, createRef } from "preact";
import { serverHtml } from "../../parts/server-html.ts";
import { markAlertWords } from "./content/alert-words.ts";
import { nameChannels } from "./content/channel-links.ts";
import { type ContentSurroundings, enhance } from "./content/enhance.ts";
import { nameMentions } from "./content/mentions.ts";

interface Props {
  /** By which the message is described for those who listen. */
  readonly id?: string;
  readonly html: string;
  readonly surroundings: ContentSurroundings;
  /** Without the "/me" that it begins with: the sender's name stands in its place. */
  readonly isMe?: boolean;
  /** Words in it are to stand out (`alert_words`). */
  readonly hasAlertWord?: boolean;
}

/** What has names that may change. */
const NAMED = /-mention|class="(?:stream|message-link)/;

/** The server's HTML of a message, made usable where it stands. */
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
    // It is measured anew (fold.ts).
    delete this.#root.current?.parentElement?.dataset["fit"];
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
    if (NAMED.test(html)) {
      // Whoever or whatever is renamed is so at once where it stands.
      this.#forgetNames = effect(() => {
        nameMentions(root, surroundings);
        nameChannels(root, surroundings);
      });
    }
    if (hasAlertWord) markAlertWords(root, surroundings.alertWords);
    const first = isMe ? root.querySelector("p")?.firstChild : undefined;
    if (first instanceof Text) first.data = first.data.replace(/^\/me\s+/, "");
  }
}
