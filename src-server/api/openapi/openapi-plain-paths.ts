const JSON_TEXT = { 'application/json': { schema: { type: 'object' } } };

/** Paths that are served outside the route table. */
export const PLAIN_PATHS: Readonly<Record<string, object>> = {
  '/': {
    get: {
      operationId: 'getWelcome',
      summary: 'Where things are on this server',
      tags: ['Service'],
      security: [],
      responses: {
        200: {
          description: 'Addresses, and the version of Lectern.',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  api: { type: 'string' },
                  name: { type: 'string', const: 'Lectern' },
                  openapi: { type: 'string' },
                  version: { type: 'string' },
                },
                required: ['api', 'name', 'openapi', 'version'],
                additionalProperties: false,
              },
            },
            'text/html': { schema: { type: 'string' } },
          },
        },
        500: { $ref: '#/components/responses/ServerError' },
      },
    },
  },
  '/api/openapi.json': {
    get: {
      operationId: 'getOpenapi',
      summary: 'This document',
      tags: ['Service'],
      security: [],
      responses: {
        200: { description: 'OpenAPI 3.1.', content: JSON_TEXT },
        500: { $ref: '#/components/responses/ServerError' },
      },
    },
  },
  '/projects/{slug}/badge/': {
    get: {
      operationId: 'getProjectBadge',
      summary: 'How the newest finished build ended, as a picture',
      description: 'What is missing, private or was never built is `unknown`.',
      tags: ['Builds'],
      security: [],
      parameters: [
        {
          name: 'slug',
          in: 'path',
          required: true,
          description: 'Slug of the project.',
          schema: { type: 'string' },
        },
        {
          name: 'version',
          in: 'query',
          description: 'Slug of the version; the default version when absent.',
          schema: { type: 'string' },
        },
        {
          name: 'style',
          in: 'query',
          schema: {
            type: 'string',
            enum: ['flat', 'flat-square', 'plastic', 'for-the-badge', 'social'],
            default: 'flat',
          },
        },
      ],
      responses: {
        200: {
          description: '`docs: passing`, `docs: failing` or `docs: unknown`.',
          content: { 'image/svg+xml': { schema: { type: 'string' } } },
        },
        500: { $ref: '#/components/responses/ServerError' },
      },
    },
  },
};
