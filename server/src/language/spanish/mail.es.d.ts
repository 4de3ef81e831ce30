/** Mail: mailboxes, drafts, sending and what mail servers answer. */
export declare const mailEs: Readonly<Record<string, string>>
