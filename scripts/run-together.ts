import { relative } from 'node:path'
import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { root } from './run.ts'

/**
 * Runs test files one after the other in this process, each as a suite with the path of the file as its name,
 * so that hooks apply to the tests of their own file alone. The server is loaded once for all of them.
 */
export async function runTogether(files: readonly string[]): Promise<void> {
  for (const file of files) {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    void describe(relative(root, file), async () => {
      try {
        await import(pathToFileURL(file).href)
      } catch (error) {
        end()
        throw error
      }
      // The last hook: those of the file, which close what it opened, run before.
      after(() => end())
    })
    await ended
  }
}
