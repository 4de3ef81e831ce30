/** Titles of problems, and what is wrong with a request. */
export declare const requestsEs: Readonly<Record<string, string>>
