import type { Database } from '#platform/database/database.ts'

/** Tells `note` the text of every statement of the database, until the returned function is called. */
export function noteStatements(database: Database, note: (text: string) => void): () => void {
  const { query, queryIn, slowQuery, searchQuery } = database
  const noting =
    <Given extends unknown[], Answer>(send: (...given: Given) => Answer) =>
    (...given: Given): Answer => {
      const text = given.find((each) => typeof each === 'string')
      if (text !== undefined) note(text)
      return send(...given)
    }
  Object.assign(database, {
    query: noting(query),
    queryIn: noting(queryIn),
    slowQuery: noting(slowQuery),
    searchQuery: noting(searchQuery),
  })
  return () => {
    Object.assign(database, { query, queryIn, slowQuery, searchQuery })
  }
}
