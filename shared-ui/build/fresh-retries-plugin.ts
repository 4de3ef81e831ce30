import webpack from 'webpack'
import type { Compiler, WebpackPluginInstance } from 'webpack'

const { RuntimeGlobals, RuntimeModule } = webpack
const name = 'FreshRetriesPlugin'

class FreshRetriesRuntime extends RuntimeModule {
  constructor() {
    super('fresh retries', RuntimeModule.STAGE_TRIGGER)
  }

  override generate(): string {
    const load = RuntimeGlobals.loadScript
    return `
const entry = document.currentScript;
const start = entry && new URL(entry.src, location.href).searchParams.get("retry");
const asked = {};
const loadScript = ${load};
${load} = (url, done, key, chunkId) => {
  const time = asked[url] = (asked[url] || 0) + 1;
  const mark = [start, time > 1 && time].filter(Boolean).join(".");
  loadScript(mark ? url + "?retry=" + mark : url, done, mark && key ? key + "?" + mark : key, chunkId);
};`
  }
}

/**
 * Retries a failed chunk under a different URL. A browser makes a new request for a URL wait for an earlier
 * hanging request for the same URL. Chunks of an entry that was itself retried get the entry's mark.
 */
export class FreshRetriesPlugin implements WebpackPluginInstance {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.runtimeRequirementInTree.for(RuntimeGlobals.loadScript).tap(name, (chunk) => {
        compilation.addRuntimeModule(chunk, new FreshRetriesRuntime())
      })
    })
  }
}
