import { z } from 'zod'
import { StartRefusal } from './start-refusal.ts'
import { httpUrl, toList } from './variable-types.ts'

/** Export of traces. The names are those of OpenTelemetry. */
export const telemetryVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl
    .optional()
    .describe(
      'address of an OpenTelemetry collector (OTLP over HTTP) that gets traces of requests and statements',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .describe('comma list of `name=value` headers for that collector, for example its token'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a part from 0 to 1')
    .transform(Number)
    .default(1)
    .describe('part of the requests that is traced, unless the proxy has decided, from 0 to 1'),
}
const Telemetry = z.object(telemetryVariables)

export interface OtlpEnvironment {
  /** Address that gets the traces. */
  url: string
  headers: Readonly<Record<string, string>>
  /** Part of the requests that is traced, from 0 to 1. */
  sampledPart: number
}

export interface TelemetryEnvironment {
  /** Null = no traces. */
  otlp: OtlpEnvironment | null
}

function toHeaders(text: string | undefined): Record<string, string> {
  return Object.fromEntries(
    toList(text).map((pair) => {
      const at = pair.indexOf('=')
      const [name, value] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
      if (at < 1 || !/^[\w!#$%&'*+.^`|~-]+$/.test(name))
        throw new StartRefusal('OTEL_EXPORTER_OTLP_HEADERS must be a comma list of name=value.')
      return [name, decodeURIComponent(value)]
    }),
  )
}

export function toTelemetryEnvironment(variables: z.infer<typeof Telemetry>): TelemetryEnvironment {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = variables
  if (endpoint === undefined) return { otlp: null }
  return {
    otlp: {
      url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
      headers: toHeaders(headers),
      sampledPart: variables.OTEL_TRACES_SAMPLER_ARG,
    },
  }
}
