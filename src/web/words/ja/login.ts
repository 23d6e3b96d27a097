import type { Translation } from "../catalog.ts";
import type { loginWords } from "../login.ts";

export const login: Translation<typeof loginWords> = {
  ended: "ログアウトされました。未送信のメッセージはこのデバイスに保存されています。",
  again: "もう一度ログイン",
  nothingLost: "セッションが終了しました。ログインすると、続きから再開できます。",
  email: "メールアドレス",
  password: "パスワード",
  wrong: "パスワードが正しくありません。",
  logIn: "ログイン",
  code: "コード",
  codeHint: "認証アプリのコード、またはリカバリーコードを入力してください。",
  passkey: "パスキーを使う",
  confirm: "もう一度ログイン",
  toChange: "ログイン方法を変更するには、本人確認が必要です。",
  logInWith: (service) => `${service} でログイン`,
  forgotten: "パスワードをお忘れですか？",
  looking: "アカウントなしで閲覧しています。",
  forMembers: "アカウントが必要です",
  toTakePart: "会話に参加するには、ログインしてください。",
};
