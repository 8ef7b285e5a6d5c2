"""A real OpenID provider (Canaille) with one user in one group, for journeys.

    openid_provider.py RETURN_URL

Prints its issuer on a line once it accepts requests. It ends when its standard input closes.
"""

import datetime
import json
import os
import sys
import threading

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

from canaille import create_app  # noqa: E402
from canaille.app import models  # noqa: E402
from canaille.backends import Backend  # noqa: E402
from joserfc.jwk import RSAKey  # noqa: E402
from werkzeug.serving import make_server  # noqa: E402


def main(redirect_uri):
    server = make_server("127.0.0.1", 0, lambda *_: [], threaded=True)
    name = f"127.0.0.1:{server.server_port}"
    key = RSAKey.generate_key(2048, auto_kid=True)
    app = create_app(
        {
            "SECRET_KEY": "journeys",
            "SERVER_NAME": name,
            "PREFERRED_URL_SCHEME": "http",
            "CANAILLE": {"DATABASE": "memory", "ENABLE_REGISTRATION": False, "LOGGING": {"version": 1}},
            "CANAILLE_OIDC": {"ACTIVE_JWKS": [key.as_dict(private=True)]},
        }
    )
    server.app = app
    with app.app_context():
        person = models.User(
            user_name="ada",
            password="wobbly lantern fjord 81",
            formatted_name="Ada Lovelace",
            given_name="Ada",
            family_name="Lovelace",
            emails=["ada@example.org"],
        )
        Backend.instance.save(person)
        Backend.instance.save(models.Group(display_name="choir", members=[person]))
        client = models.Client(
            client_id="rondo",
            client_secret="secret of a client",
            client_id_issued_at=datetime.datetime.now(datetime.timezone.utc),
            client_name="Rondo",
            client_uri="http://127.0.0.1",
            redirect_uris=[redirect_uri],
            token_endpoint_auth_method="client_secret_basic",
            grant_types=["authorization_code"],
            response_types=["code"],
            scope=["openid", "profile", "email", "groups"],
        )
        Backend.instance.save(client)
        client.audience = [client]
        Backend.instance.save(client)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(json.dumps({"issuer": f"http://{name}"}), flush=True)
    sys.stdin.read()


main(sys.argv[1])
