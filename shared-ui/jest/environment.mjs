import './compiled-once.mjs'
import './quick-selectors.mjs'
import { TestEnvironment } from 'jest-environment-jsdom'

/** What Node has and jsdom lacks or does in its own way; msw, react-router and axios want Node's. */
const fromNode = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'FormData',
  'Blob',
  'File',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'CompressionStream',
  'DecompressionStream',
  'TextEncoder',
  'TextDecoder',
  'TextEncoderStream',
  'TextDecoderStream',
  'AbortController',
  'AbortSignal',
  'structuredClone',
  'WebSocket',
  'Uint8Array',
]

/** msw needs a BroadcastChannel; Node's own keeps the process alive. */
class IdleBroadcastChannel extends BroadcastChannel {
  constructor(name) {
    super(name)
    this.unref()
  }
}

/**
 * jsdom with Node's network and streams, resolving packages as Node's `require` does. `portal-test` is the
 * copy of a published package for tests.
 */
export default class PortalEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context)
    for (const name of fromNode) this.global[name] = globalThis[name]
    this.global.BroadcastChannel = IdleBroadcastChannel
  }

  exportConditions() {
    return ['portal-test', 'node', 'node-addons', 'require']
  }
}
