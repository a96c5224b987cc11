import { heading, object, type Page } from './html.ts';

const API = 'A part of the interface of Tern that applications and extensions may rely on.';

/** A web framework's documentation: its interface on three long pages, and guides that mention much of it. */
export const TERN: Readonly<Record<string, Page>> = {
  'index.html': {
    title: 'Welcome to Tern',
    intro:
      'Tern is a small web framework. Begin with the installation and the quickstart, then read the tutorial.',
    parts: [
      heading(
        'User’s guide',
        'Installation, quickstart, tutorial, templates, testing, configuration, sessions, blueprints and deployment.',
      ),
    ],
  },
  'installation.html': {
    title: 'Installation',
    intro: 'Tern needs Python 3.9 or newer.',
    parts: [
      heading(
        'Dependencies',
        'These distributions are installed together with Tern: a router, templates and signed cookies.',
      ),
      heading(
        'Virtual environments',
        'Use a virtual environment to manage the dependencies of your project, in development and in production.',
      ),
      heading('Install Tern', 'Within the activated environment, install Tern with pip: `pip install tern`.'),
    ],
  },
  'quickstart.html': {
    title: 'Quickstart',
    intro:
      'A first application with `Tern`, `url_for`, `request`, `session` and `render_template` in a few minutes.',
    parts: [
      heading(
        'A minimal application',
        'Create an instance of `Tern` and use `route` to tell which URL calls the function. Run it.',
      ),
      heading(
        'Debug mode',
        'With debug mode the server reloads when code changes, and shows a debugger in the browser.',
      ),
      heading(
        'Routing',
        'Use `route` to bind a function to a URL. `url_for` builds a URL: `url_for` takes the endpoint. With `url_for` URLs change in one place; `url_for` escapes, `url_for` handles prefixes.',
      ),
      heading('Static files', 'To make URLs of static files use `url_for("static", filename="style.css")`.'),
      heading('File uploads', 'Handle uploaded files through `request.files`; each is a `FileStorage`.'),
      heading('Cookies', 'Read cookies by `request.cookies`, set them by `set_cookie` of the response.'),
      heading(
        'Redirects and errors',
        'Use `redirect` to send a user elsewhere and `abort` to end a request early: `abort(401)`.',
      ),
      heading(
        'Message flashing',
        'Give feedback to a user with `flash`, and get the messages with `get_flashed_messages`.',
      ),
      heading('Logging', 'Use `app.logger` to log warnings and errors.'),
    ],
  },
  'tutorial/index.html': {
    title: 'Tutorial',
    intro: 'This tutorial walks through a blog.',
    parts: [heading('Project layout', 'A package, tests, and a virtual environment.')],
  },
  'tutorial/views.html': {
    title: 'Blueprints and views',
    intro: 'A view answers a request. `url_for("auth.login")`, `url_for("index")`, `url_for("blog.create")`.',
    parts: [
      heading(
        'Create a blueprint',
        'A `Blueprint` organizes views. Register it with `register_blueprint` of the application.',
      ),
      heading(
        'The first view: register',
        'The view `register` shows a form, checks it, hashes the password and then redirects with `redirect(url_for("auth.login"))`.',
      ),
      heading('Login', 'The view `login` keeps the user’s id in the `session`.'),
      heading(
        'Endpoints and URLs',
        '`url_for` generates the URL of a view by its name: `url_for("hello", who="World")`.',
      ),
    ],
  },
  'tutorial/database.html': {
    title: 'Define and access the database',
    intro: 'The application uses SQLite to store users and posts.',
    parts: [
      heading('Connect to the database', 'A connection is made with `get_db` and kept in `g`.'),
      heading('Create the tables', 'A file of SQL makes empty tables.'),
    ],
  },
  'templating.html': {
    title: 'Templates',
    intro: 'Templates are rendered with `render_template`.',
    parts: [
      heading(
        'Standard context',
        'These variables are in all templates: `config`, `request`, `session`, `g`, `url_for`, `get_flashed_messages`.',
      ),
      heading('Controlling autoescaping', 'Escape with `Markup`, or use the `autoescape` block.'),
      heading('Registering filters', 'Register filters with `template_filter` or through `jinja_env`.'),
      heading('Context processors', 'Inject variables with `context_processor`.'),
      heading('Streaming', 'Templates can be streamed with `stream_template`.'),
    ],
  },
  'testing.html': {
    title: 'Testing applications',
    intro: 'Tern provides utilities for tests.',
    parts: [
      heading('Fixtures', 'Fixtures set up the application and its `test_client`.'),
      heading(
        'Sending requests with the test client',
        'The `TernClient` makes requests without a server: `client.get("/")`.',
      ),
      heading('Running commands', '`test_cli_runner` creates a `TernCliRunner`.'),
    ],
  },
  'config.html': {
    title: 'Configuration handling',
    intro: 'Applications need configuration: `app.config` behaves like a dictionary.',
    parts: [
      heading(
        'Configuration basics',
        '`config` is a subclass of a dictionary: `app.config["TESTING"] = True`.',
      ),
      heading('Builtin configuration values', 'These values are used by Tern itself.'),
      object('DEBUG', 'DEBUG', 'Whether debug mode is enabled. Default: False.'),
      object(
        'SECRET_KEY',
        'SECRET_KEY',
        'A key that signs the session cookie, and can be used by extensions. Default: None.',
      ),
      object('MAX_CONTENT_LENGTH', 'MAX_CONTENT_LENGTH', 'The most bytes that are read of a request.'),
      object(
        'SESSION_COOKIE_NAME',
        'SESSION_COOKIE_NAME',
        'The name of the session cookie. Default: session.',
      ),
      object(
        'PREFERRED_URL_SCHEME',
        'PREFERRED_URL_SCHEME',
        'The scheme of URLs that are made outside of a request.',
      ),
      heading('Configuring from Python files', 'Use `from_object` or `from_pyfile`.'),
      heading(
        'Configuring from environment variables',
        'Use `from_prefixed_env`; every variable with the prefix is loaded.',
      ),
      heading('Instance folders', 'An instance folder holds what is not in version control.'),
    ],
  },
  'deploying.html': {
    title: 'Deploying to production',
    intro: 'The server for development is not for production. Put a dedicated server before it.',
    parts: [
      heading('Self-hosted options', 'Gunicorn, Waitress and others.'),
      heading(
        'Tell Tern it is behind a proxy',
        'Use the middleware `ProxyFix` to trust headers of the proxy.',
      ),
    ],
  },
  'patterns.html': {
    title: 'Patterns',
    intro: 'Things that are common to most applications.',
    parts: [
      heading('Application factories', 'Create the application in a function `create_app`.'),
      heading('Background tasks', 'Run long work in a queue.'),
      heading('Caching', 'When an application is slow, throw in a cache.'),
      heading('Uploading files', 'A form with an upload, and `secure_filename`. See `MAX_CONTENT_LENGTH`.'),
      heading('Deferred callbacks', 'Functions that run after a request: `after_this_request`.'),
      heading(
        'Subclassing Tern',
        'A subclass of `Tern` overrides `make_response` and `url_for`, with `url_for` calling `super().url_for`.',
      ),
    ],
  },
  'security.html': {
    title: 'Security considerations',
    intro: 'Web applications face many problems.',
    parts: [
      heading('Cross-site scripting (XSS)', 'Escape what users wrote.'),
      heading('Cross-site request forgery (CSRF)', 'Another page may send a form in the name of your user.'),
      heading('Security headers', 'Browsers know headers that protect a site: `Content-Security-Policy`.'),
      heading('Set-Cookie options', 'Secure, HttpOnly and SameSite limit where cookies go.'),
    ],
  },
  'api.html': {
    title: 'API',
    intro: API,
    parts: [
      heading('Application object', API),
      object(
        'tern.Tern',
        'class Tern(import_name, static_url_path=None, static_folder="static", template_folder="templates")',
        `The application. It registers views, the URL rules, the configuration of templates and more. ${API}`,
      ),
      object(
        'tern.Tern.add_url_rule',
        'add_url_rule(rule, endpoint=None, view_func=None)',
        'Registers a rule for a URL. Works as `route` does.',
      ),
      object(
        'tern.Tern.after_request',
        'after_request(f)',
        'Registers a function to run after each request.',
      ),
      object(
        'tern.Tern.before_request',
        'before_request(f)',
        'Registers a function to run before each request.',
      ),
      object(
        'tern.Tern.errorhandler',
        'errorhandler(code_or_exception)',
        'Registers a function to handle errors by code or class.',
      ),
      object(
        'tern.Tern.make_response',
        'make_response(rv)',
        'Converts what a view returned to a `Response`.',
      ),
      object(
        'tern.Tern.register_blueprint',
        'register_blueprint(blueprint, **options)',
        'Registers a blueprint.',
      ),
      object(
        'tern.Tern.teardown_appcontext',
        'teardown_appcontext(f)',
        'Registers a function that runs when the context ends.',
      ),
      object('tern.Tern.test_client', 'test_client(use_cookies=True)', 'Creates a client for tests.'),
      object(
        'tern.Tern.url_for',
        'url_for(endpoint, *, _anchor=None, _method=None, _scheme=None, **values)',
        'Generates a URL to an endpoint with the values given.',
      ),
      heading('Blueprint objects', API),
      object(
        'tern.Blueprint',
        'class Blueprint(name, import_name, url_prefix=None)',
        'A collection of views and functions, registered later.',
      ),
      object('tern.Blueprint.record_once', 'record_once(func)', 'Works like `record` but is called once.'),
      heading('Useful functions', API),
      object(
        'tern.url_for',
        'tern.url_for(endpoint, *, _anchor=None, **values)',
        'Generates a URL to an endpoint. Calls `Tern.url_for` of the current application.',
      ),
      object(
        'tern.abort',
        'tern.abort(code, *args, **kwargs)',
        'Raises an `HTTPException` for the status code.',
      ),
      object('tern.redirect', 'tern.redirect(location, code=302)', 'Creates a response that redirects.'),
      object(
        'tern.flash',
        'tern.flash(message, category="message")',
        'Flashes a message to the next request.',
      ),
      object(
        'tern.get_flashed_messages',
        'tern.get_flashed_messages(with_categories=False)',
        'Pulls all flashed messages from the session.',
      ),
      object(
        'tern.jsonify',
        'tern.jsonify(*args, **kwargs)',
        'Serializes the arguments as JSON and returns a response.',
      ),
      object(
        'tern.send_from_directory',
        'tern.send_from_directory(directory, path)',
        'Sends a file from within a directory.',
      ),
      object(
        'tern.stream_with_context',
        'tern.stream_with_context(generator_or_function)',
        'Keeps the request context while a response streams.',
      ),
      object(
        'tern.render_template',
        'tern.render_template(name, **context)',
        'Renders a template by its name.',
      ),
      object(
        'tern.render_template_string',
        'tern.render_template_string(source, **context)',
        'Renders a template from its source.',
      ),
    ],
  },
  'api-data.html': {
    title: 'Incoming request data and sessions',
    intro: API,
    parts: [
      object(
        'tern.Request',
        'class Request(environ, populate_request=True)',
        'The request object. It remembers the endpoint that matched.',
      ),
      object('tern.Request.get_json', 'get_json(force=False, silent=False)', 'Parses the data as JSON.'),
      object(
        'tern.Request.max_content_length',
        'property max_content_length: int | None',
        'A limit of the body.',
      ),
      object(
        'tern.Response',
        'class Response(response=None, status=None)',
        'The response object with HTML as its default type.',
      ),
      object('tern.Response.set_cookie', 'set_cookie(key, value="", max_age=None)', 'Sets a cookie.'),
      object(
        'tern.sessions.SecureCookieSessionInterface',
        'class SecureCookieSessionInterface()',
        'Keeps sessions in signed cookies.',
      ),
      object(
        'tern.sessions.SessionMixin',
        'class SessionMixin()',
        'Adds attributes to a dictionary of a session.',
      ),
      object('tern.sessions.NullSession', 'class NullSession()', 'Says why a session cannot be written.'),
      object(
        'tern.json.provider.DefaultJSONProvider',
        'class DefaultJSONProvider(app)',
        'Serializes with the json of the standard library.',
      ),
    ],
  },
  'cli.html': {
    title: 'Command line interface',
    intro: 'Installing Tern installs the script `tern`.',
    parts: [
      heading('Open a shell', 'To explore the data in your application start a shell: `tern shell`.'),
      heading(
        'Environment variables from dotenv',
        'Values in the file `.env` are loaded before the application.',
      ),
      heading('Custom commands', 'Add commands with `app.cli.command`.'),
      object(
        'tern.cli.AppGroup',
        'class AppGroup(name=None)',
        'A group whose commands run within the context of the application.',
      ),
      object(
        'tern.cli.with_appcontext',
        'with_appcontext(f)',
        'Wraps a function so that it runs within the context of the application.',
      ),
    ],
  },
};
