import type { Translation } from "../../../catalog.ts";
import { plural } from "../../../format.ts";
import type { auditFeedsWords } from "../../../settings/organization/audit-feeds.ts";

export const auditFeeds: Translation<typeof auditFeedsWords> = {
  rows: { destination: "送信先を設定", token: "監査トークンを作成" },
  title: "ほかのシステムへの送信",
  destination: "送信先",
  destinationHint:
    "新しい記録は 1 分以内に、ログシステムの URL へ署名付きで順番に送信されます。届くまでここで保持されます。",
  noDestination: "送信先はありません",
  url: "送信先の URL",
  urlHint: "https:// で始まります",
  setBy: (name) => `${name} が設定`,
  from: "送信する記録",
  fromNow: "新しい記録のみ",
  fromFirst: "最も古いものからすべて",
  start: "送信を開始",
  secret: "シークレット",
  secretTitle: "送信先のシークレット",
  secretOnce:
    "今すぐコピーしてください。このシークレットは二度と表示されません。ログシステムは、これを使って送信元を確認します（X-Parley-Signature）。",
  delivered: "最終送信：",
  undelivered: "まだ何も送信されていません",
  waiting: (count) => plural(count, { other: "# 件が送信待ちです" }),
  failing: "失敗の開始：",
  reasons: {
    timeout: "送信先が 10 秒以内に応答しませんでした。",
    unreachable: "送信先に接続できませんでした。",
    forbidden: "このサーバーからその送信先へは送信できません。",
    redirects: "送信先が別の URL にリダイレクトしています。",
  },
  answered: (status) => `送信先がステータス ${status} を返しました。`,
  replaceSecret: "シークレットを変更",
  replaceAsk: "シークレットを変更しますか？",
  replaceText: "今後は新しいシークレットで署名されます。続けてログシステムに入力してください。",
  end: "送信を停止",
  endAsk: "監査ログの送信を停止しますか？",
  endText: "新しい記録は監査ログに残り、どこにも送信されません。シークレットは使えなくなります。",
  ended: "送信を停止しました",
  tokens: "監査トークン",
  tokensHint:
    "プログラムは監査トークンを使い、Slack の Audit Logs API の形式で監査ログを読み取ります。それ以外のことはできません。",
  noTokens: "監査トークンはありません",
  full: (most) => `監査トークンは ${most} 件まで作成できます。`,
  programUrl: "プログラム用の URL",
  programUrlHint: "プログラムはAuthorization ヘッダーでトークンを送信します。",
  nameHint: "例：プログラムの名前",
  tokenOnce:
    "今すぐコピーしてください。このトークンは二度と表示されません。トークンを持つ人は誰でも監査ログを読めます。",
  noOwner: (maker) => `使用できません。${maker} はオーナーではなくなりました。`,
  endToken: (name) => `トークン ${name} を無効にする`,
  endTokenAsk: (name) => `トークン「${name}」を無効にしますか？`,
  endTokenText: "このトークンを使うプログラムは監査ログを読めなくなります。",
};
