/** Records, their views, notes, lists and jobs. */
export declare const recordsEs: Readonly<Record<string, string>>
