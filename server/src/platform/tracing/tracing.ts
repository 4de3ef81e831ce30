import type { FastifyInstance, FastifyRequest } from 'fastify'
import { traceParentOf } from '#platform/http/request-id.ts'
import type { TraceParent, Trusts } from '#platform/http/request-id.ts'

/** Called after each SQL statement with its text, which holds no values of parameters. */
export type StatementObserver = (statement: {
  text: string
  durationMs: number
  /** Undefined when it succeeded. */
  error: unknown
}) => void

/** What is known about a request when it ends. */
export interface EndedRequest {
  method: string
  route: string
  /** Collection and operation of a record call. */
  recordCall: { collection: string; operation: string } | null
  status: number
  requestId: string
  /** Pid of the person; null for anonymous requests. */
  user: string | null
}

/** The span of a request. */
export interface RequestSpan {
  readonly traceId: string
  /** Runs work whose statements become children of the span. */
  run(work: () => void): void
  end(request: EndedRequest): void
}

/** Sends spans of requests and their statements to a collector. */
export interface Tracing {
  start(parent: TraceParent | null): RequestSpan
  onStatement: StatementObserver
  /** Sends what is left. */
  close(): Promise<void>
}

/** Makes a span of each request and sets `traceId`, so that the access log leads to it. */
export function addTracing(app: FastifyInstance, tracing: Tracing, trusts: Trusts): void {
  const spans = new WeakMap<FastifyRequest, RequestSpan>()
  app.addHook('onRequest', (request, _reply, done) => {
    const span = tracing.start(traceParentOf(request.raw, trusts))
    spans.set(request, span)
    request.traceId = span.traceId
    span.run(done)
  })
  // The body arrives in the context of the socket, so the context of the span begins anew after it.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span === undefined) done()
    else span.run(done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { recordCall, sessionUser, id: requestId, method } = request
    spans.get(request)?.end({
      method,
      route: request.routeOptions.url ?? 'unknown',
      recordCall,
      status: reply.statusCode,
      requestId,
      user: sessionUser?.pid ?? null,
    })
    done()
  })
}
