/** Titles of problems, and errors in requests. */
export declare const requestsEs: Readonly<Record<string, string>>
