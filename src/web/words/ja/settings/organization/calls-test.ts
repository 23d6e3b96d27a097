import type { Translation } from "../../../catalog.ts";
import type { callsTestWords } from "../../../settings/organization/calls-test.ts";

export const callsTest: Translation<typeof callsTestWords> = {
  rows: {
    start: "通話をテスト",
  },
  title: "通話のテスト",
  hint: "このデバイスのマイクと、サーバーのTURNサーバーとメディアサーバーを確認します。",
  stop: "テストを終了",
  mic: "マイクは使えます。声を拾うとバーが動きます。",
  relayed: "TURNサーバーは動作しています。異なるネットワークの人どうしでも通話できます。",
  relayFailed:
    "このブラウザーからTURNサーバーに接続できません。アドレス、シークレット、開いているポートを確認してください。",
  direct:
    "このブラウザーで通話できます。TURNサーバーが設定されていないため、異なるネットワークの人どうしでは聞こえないことがあります。",
  directFailed:
    "このブラウザーでは通話を接続できません。拡張機能やポリシーがWebRTCをブロックしている可能性があります。",
  media: {
    none: "メディアサーバーは設定されていません。通話はブラウザー間で直接行われ、6人までです。",
    ok: "メディアサーバーは応答しています。",
    away: "メディアサーバーが応答しないか、シークレットを拒否しています。",
  },
};
