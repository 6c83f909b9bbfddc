import psycopg


def handle(msg, db, log, ack):
    try:
        db.execute("BEGIN")
        db.execute(
            "INSERT INTO processed (msg_id) VALUES (%s)",
            [msg.id],
        )
        db.execute(
            """UPDATE orders SET status = 'paid'
                WHERE id = %s""",
            [msg.order],
        )
        db.execute("COMMIT")
    except psycopg.Error as error:
        db.execute("ROLLBACK")
        if error.sqlstate != "23505":
            raise
        log("duplicate", msg.id)
    ack()
